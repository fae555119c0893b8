/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.V1_8;

import org.hpcreuse.cleanup.boot.ReadOnce;
import org.hpcreuse.cleanup.initializer.CodeAtHead;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.hpcreuse.cleanup.initializer.StaticUses;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * Makes the initialiser of an interface with a {@link Companion} a method that the companion calls:
 * lambda expressions, loggers and lookups in it find themselves in the interface, and see what is
 * private there. Static methods begin with a call of the companion's, since the JVM initialises an
 * interface when one is called.
 */
final class InterfaceInitializer extends ClassVisitor {
  /** What the companion calls. */
  static final String METHOD = "hpcreuse$init";

  private final String companion;
  private boolean stays;

  /**
   * For an interface.
   *
   * @param next receives it
   * @param companion internal name of its companion
   */
  InterfaceInitializer(ClassVisitor next, String companion) {
    super(ASM9, next);
    this.companion = companion;
  }

  /** Whether the interface of a class file's version has static methods, and keeps the code. */
  static boolean mayStay(int version) {
    return (version & 0xFFFF) >= V1_8;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] types) {
    stays = mayStay(version);
    super.visit(version, access, name, signature, superName, types);
  }

  /** The initialiser itself need not ask: the thread that runs it initialises the companion. */
  private MethodVisitor own(MethodVisitor next) {
    return new MethodVisitor(ASM9, next) {
      @Override
      public void visitMethodInsn(
          int opcode, String owner, String method, String descriptor, boolean isInterface) {
        if (!owner.equals(companion) || !method.equals(ReadOnce.use(companion))) {
          super.visitMethodInsn(opcode, owner, method, descriptor, isInterface);
        }
      }
    };
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (name.equals(InitializableAgain.INITIALIZER)) {
      int added = ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC;
      return stays ? own(super.visitMethod(added, METHOD, descriptor, null, null)) : null;
    }
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if ((access & ACC_STATIC) == 0) {
      return next;
    }
    return new CodeAtHead(next, code -> StaticUses.ask(code, companion, companion));
  }
}
