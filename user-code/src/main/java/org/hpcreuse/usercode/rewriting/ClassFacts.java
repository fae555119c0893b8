/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ACC_ENUM;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a class file says that matters when its class is initialised again. Names are internal ones.
 *
 * @param superclass null for none
 * @param interfaces its own, or an interface's superinterfaces
 * @param hasInitializer whether it has a static initialiser
 * @param hasStaticCode whether it has one, or static methods that are not native
 * @param hasState whether it has one, or static fields that are no constants
 * @param watched what it declares that its users must ask for first: static fields, and static
 *     methods that cannot ask themselves: for a synchronized one the lock is taken before, and a
 *     native one has no code
 * @param uses static fields and methods that its methods use, but those of {@code watched}
 * @param made classes of which it makes objects, itself apart
 * @param large methods that have no room for what asks before each use
 * @param hasSerialVersion whether it declares a serialVersionUID
 * @param hasFinalizer whether it declares a finalizer
 * @param isLinkedAgain whether it has call sites that each container links for itself
 * @param obstacle why it cannot be initialised again
 */
public record ClassFacts(
    int access,
    String name,
    String superclass,
    List<String> interfaces,
    boolean hasInitializer,
    boolean hasStaticCode,
    boolean hasState,
    Set<Member> watched,
    Set<Use> uses,
    Set<String> made,
    Set<Member> large,
    boolean hasSerialVersion,
    boolean hasFinalizer,
    boolean isLinkedAgain,
    Optional<String> obstacle) {

  /** A field that serialisation reads; the JVM computes one for a class that has none. */
  static final String SERIAL_VERSION = "serialVersionUID";

  /** A field or method by its name and descriptor. */
  public record Member(String name, String descriptor) {
    boolean isField() {
      return !descriptor.startsWith("(");
    }
  }

  /** A member by the class that code names, which need not be the one that declares it. */
  public record Use(String named, Member member) {
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
        false,
        Set.of(),
        Set.of(),
        Set.of(),
        Set.of(),
        false,
        false,
        false,
        Optional.of("the class file of " + name.replace('/', '.') + " cannot be read: " + why));
  }

  Set<Member> staticFields() {
    return watched.stream().filter(Member::isField).collect(Collectors.toSet());
  }

  boolean watches(Member member) {
    return watched.contains(member);
  }

  /** Whether the JVM has a class initialised before it runs a method of it. */
  static boolean isEntry(int methodAccess, String methodName) {
    return (methodAccess & ACC_STATIC) != 0 || methodName.equals("<init>");
  }

  /** Whether it is none of an interface. */
  boolean isClass() {
    return (access & ACC_INTERFACE) == 0;
  }

  /**
   * Whether the JVM would compute a serialVersionUID, from members that include those added. That
   * of enums and records is 0, and an interface without another above it is not serialisable.
   */
  boolean needsSerialVersion() {
    return !hasSerialVersion
        && (access & ACC_ENUM) == 0
        && (isClass() || !interfaces.isEmpty())
        && !"java/lang/Record".equals(superclass);
  }
}
