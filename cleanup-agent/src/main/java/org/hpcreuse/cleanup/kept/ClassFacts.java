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
 * @param hasState whether it has an initialiser, or static fields that are no constants
 * @param staticFields those that it declares
 * @param uses static fields that its methods read or write, but those it declares itself
 * @param inside methods that read or write static fields of their own class
 * @param hasSerialVersion whether it declares a serialVersionUID
 * @param obstacle why it cannot be initialised again
 */
record ClassFacts(
    int access,
    String name,
    String superclass,
    List<String> interfaces,
    boolean hasState,
    Set<Member> staticFields,
    Set<Use> uses,
    Set<Member> inside,
    boolean hasSerialVersion,
    Optional<String> obstacle) {

  /** A field or method by its name and descriptor. */
  record Member(String name, String descriptor) {}

  /** A field by the class that code names, which need not be the one that declares it. */
  record Use(String named, Member field) {}

  boolean declares(Member field) {
    return staticFields.contains(field);
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

  /** Whether the JVM would compute a serialVersionUID, from members that include those added. */
  boolean needsSerialVersion() {
    return !hasSerialVersion && (access & (ACC_ENUM | ACC_INTERFACE)) == 0;
  }
}
