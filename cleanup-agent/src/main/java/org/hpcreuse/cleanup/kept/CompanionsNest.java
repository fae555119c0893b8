/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.V11;

import java.util.function.Predicate;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * Takes the initialiser from an interface that has a {@link Companion}, and lets companions of its
 * nest in. Before Java 11 there are no nests: what was private is public then.
 */
final class CompanionsNest extends ClassVisitor {
  private final Predicate<String> hasCompanion;
  private String self;
  private boolean isEmptied;
  private boolean hasNest;
  private boolean isHost;

  /**
   * For any class.
   *
   * @param next receives the class
   * @param hasCompanion tells by internal name whether a class is such an interface
   */
  CompanionsNest(ClassVisitor next, Predicate<String> hasCompanion) {
    super(ASM9, next);
    this.hasCompanion = hasCompanion;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] types) {
    self = name;
    isEmptied = hasCompanion.test(name);
    hasNest = (version & 0xFFFF) >= V11;
    isHost = hasNest;
    super.visit(version, access, name, signature, superName, types);
  }

  @Override
  public void visitNestHost(String host) {
    isHost = false;
    super.visitNestHost(host);
  }

  @Override
  public void visitNestMember(String member) {
    super.visitNestMember(member);
    if (hasCompanion.test(member)) {
      super.visitNestMember(Companion.of(member));
    }
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (!isEmptied) {
      return super.visitMethod(access, name, descriptor, signature, exceptions);
    }
    if (name.equals(InitializableAgain.INITIALIZER)) {
      return null;
    }
    boolean opened = !hasNest && (access & ACC_STATIC) != 0;
    return super.visitMethod(
        opened ? (access & ~ACC_PRIVATE) | ACC_PUBLIC : access,
        name,
        descriptor,
        signature,
        exceptions);
  }

  @Override
  public void visitEnd() {
    if (isEmptied && isHost) {
      super.visitNestMember(Companion.of(self));
    }
    super.visitEnd();
  }
}
