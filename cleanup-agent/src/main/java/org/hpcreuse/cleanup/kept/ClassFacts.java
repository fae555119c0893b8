/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import static org.objectweb.asm.Opcodes.ACC_ENUM;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a class file says that matters when its class is initialised again. Names are internal ones.
 *
 * @param superclass null for none
 * @param interfaces its own, or an interface's superinterfaces
 * @param hasInitializer whether it has a static initialiser
 * @param hasState whether it has one, or static fields that are no constants
 * @param watched what it declares that its users must ask for first: static fields, and static
 *     methods that are synchronized, since the lock is taken before the method could ask
 * @param uses static fields and methods that its methods use, but those of {@code watched}
 * @param made classes of which it makes objects, itself apart
 * @param inside methods that use something of {@code watched}
 * @param hasSerialVersion whether it declares a serialVersionUID
 * @param obstacle why it cannot be initialised again
 */
record ClassFacts(
    int access,
    String name,
    String superclass,
    List<String> interfaces,
    boolean hasInitializer,
    boolean hasState,
    Set<Member> watched,
    Set<Use> uses,
    Set<String> made,
    Set<Member> inside,
    boolean hasSerialVersion,
    Optional<String> obstacle) {

  /** A field or method by its name and descriptor. */
  record Member(String name, String descriptor) {
    boolean isField() {
      return !descriptor.startsWith("(");
    }
  }

  /** A member by the class that code names, which need not be the one that declares it. */
  record Use(String named, Member member) {
    static Use of(String named, String member, String descriptor) {
      return new Use(named, new Member(member, descriptor));
    }
  }

  /** A class of which nothing is known but that it cannot be initialised again. */
  static ClassFacts unreadable(String name, RuntimeException why) {
    return new ClassFacts(
        0,
        name,
        null,
        List.of(),
        false,
        false,
        Set.of(),
        Set.of(),
        Set.of(),
        Set.of(),
        false,
        Optional.of("the class file of " + name.replace('/', '.') + " cannot be read: " + why));
  }

  boolean watches(Member member) {
    return watched.contains(member);
  }

  /**
   * Whether a method may be the first of its class that a container runs. An object is made by a
   * constructor of its class, or by nothing of it at all when it is deserialised: then only what
   * the object's methods themselves look at matters.
   */
  boolean isEntry(int methodAccess, Member method) {
    return (methodAccess & ACC_STATIC) != 0
        || method.name().equals("<init>")
        || inside.contains(method);
  }

  /** Whether it is none of an interface. */
  boolean isClass() {
    return (access & ACC_INTERFACE) == 0;
  }

  /**
   * Whether the JVM would compute a serialVersionUID, from members that include those added. That
   * of enums and records is 0.
   */
  boolean needsSerialVersion() {
    return !hasSerialVersion
        && (access & (ACC_ENUM | ACC_INTERFACE)) == 0
        && !"java/lang/Record".equals(superclass);
  }
}
