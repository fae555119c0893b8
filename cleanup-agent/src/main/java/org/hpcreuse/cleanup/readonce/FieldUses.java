/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.readonce;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.PUTSTATIC;

import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * Has other classes initialised again before their static fields are used.
 *
 * <p>Without it a class sees the fields of another as its forgetting has left them.
 */
final class FieldUses extends ClassVisitor {
  private final Map<String, String> owners;

  /**
   * @param owners name of a class as code uses it, to the class that has the field
   */
  FieldUses(ClassVisitor next, Map<String, String> owners) {
    super(ASM9, next);
    this.owners = owners;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new MethodVisitor(
        ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
      @Override
      public void visitFieldInsn(int opcode, String owner, String field, String type) {
        String used = opcode == GETSTATIC || opcode == PUTSTATIC ? owners.get(owner) : null;
        if (used != null) {
          super.visitMethodInsn(INVOKESTATIC, used, InitializableAgain.USE, "()V", false);
        }
        super.visitFieldInsn(opcode, owner, field, type);
      }
    };
  }
}
