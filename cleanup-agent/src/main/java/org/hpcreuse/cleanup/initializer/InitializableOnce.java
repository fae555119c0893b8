/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/** Makes the initialiser of a class that cannot run again say when it runs. */
final class InitializableOnce extends ClassVisitor {
  private final String className;

  InitializableOnce(ClassVisitor next, String className) {
    super(ASM9, next);
    this.className = className;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return name.equals(InitializableAgain.INITIALIZER)
        ? new CodeAtHead(next, this::sayThatItRuns)
        : next;
  }

  private void sayThatItRuns(MethodVisitor code) {
    code.visitLdcInsn(className);
    code.visitMethodInsn(
        INVOKESTATIC, InitializableAgain.READ_ONCE, "onlyOnce", "(Ljava/lang/String;)V", false);
  }
}
