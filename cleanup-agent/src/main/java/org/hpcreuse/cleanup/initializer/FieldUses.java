/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.PUTSTATIC;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * Has other classes initialised again before their static fields are used.
 *
 * <p>Without it a class sees the fields of another as its forgetting has left them.
 */
public final class FieldUses extends ClassVisitor {
  /** Tells whose field code uses. */
  public interface Owners {
    /**
     * The class that has the field and can be initialised again.
     *
     * @param named internal name of the class that the code names
     * @return internal name, or null when nothing is to be done
     */
    String of(String named, String field, String descriptor);
  }

  private final Owners owners;

  /**
   * For a class that uses others.
   *
   * @param next receives the class
   */
  public FieldUses(ClassVisitor next, Owners owners) {
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
        String used =
            opcode == GETSTATIC || opcode == PUTSTATIC ? owners.of(owner, field, type) : null;
        if (used != null) {
          super.visitMethodInsn(INVOKESTATIC, used, InitializableAgain.USE, "()V", false);
        }
        super.visitFieldInsn(opcode, owner, field, type);
      }
    };
  }
}
