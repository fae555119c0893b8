/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.H_GETSTATIC;
import static org.objectweb.asm.Opcodes.H_PUTSTATIC;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.PUTSTATIC;

import org.hpcreuse.cleanup.boot.ReadOnce;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;

/**
 * Has other classes initialised again before code uses what is static in them, where they cannot
 * see to it themselves in time.
 *
 * <p>Without it a class sees the fields of another as its forgetting has left them.
 */
public final class StaticUses extends ClassVisitor {
  /** Asks the other classes, by instructions that leave the stack as it was. */
  public interface Questions {
    /**
     * Before a static field is read or written, or a handle of it is taken.
     *
     * @param named internal name of the class that the code names
     */
    void field(MethodVisitor code, String named, String field, String descriptor);

    /** After a static field has been read; its value is on the stack, and may be replaced. */
    default void read(MethodVisitor code, String named, String field, String descriptor) {}

    /**
     * Who has a static field.
     *
     * @param named internal name of the class that the code names
     * @return internal name of the class that it names from now on
     */
    default String owner(String named, String field, String descriptor) {
      return named;
    }

    /**
     * Before a static method is called.
     *
     * @param named internal name of the class that the code names
     */
    default void method(MethodVisitor code, String named, String method, String descriptor) {}

    /**
     * After an object has been made, and before the arguments of its constructor are.
     *
     * @param type internal name of its class
     */
    default void made(MethodVisitor code, String type) {}
  }

  private final Questions questions;

  /**
   * For a class that uses others.
   *
   * @param next receives the class
   */
  public StaticUses(ClassVisitor next, Questions questions) {
    super(ASM9, next);
    this.questions = questions;
  }

  /**
   * Asks one class.
   *
   * @param named internal name of a class that the code can access: the one asked, or a subclass
   * @param asked internal name of the class that is initialised again if need be
   */
  public static void ask(MethodVisitor code, String named, String asked) {
    code.visitMethodInsn(INVOKESTATIC, named, ReadOnce.use(asked), "()V", false);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return next == null ? null : in(next, questions);
  }

  /**
   * For the code of one method.
   *
   * @param next receives the code
   */
  public static MethodVisitor in(MethodVisitor next, Questions questions) {
    return new Asking(next, questions);
  }

  /** Whether a constant is a handle of a static field, which is read later. */
  public static boolean isFieldHandle(Object constant) {
    return constant instanceof Handle handle
        && (handle.getTag() == H_GETSTATIC || handle.getTag() == H_PUTSTATIC);
  }

  private static final class Asking extends MethodVisitor {
    private final Questions questions;

    Asking(MethodVisitor next, Questions questions) {
      super(ASM9, next);
      this.questions = questions;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String type) {
      if (opcode == GETSTATIC || opcode == PUTSTATIC) {
        questions.field(mv, owner, field, type);
        super.visitFieldInsn(opcode, questions.owner(owner, field, type), field, type);
        if (opcode == GETSTATIC) {
          questions.read(mv, owner, field, type);
        }
      } else {
        super.visitFieldInsn(opcode, owner, field, type);
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String method, String descriptor, boolean isInterface) {
      if (opcode == INVOKESTATIC) {
        questions.method(mv, owner, method, descriptor);
      }
      super.visitMethodInsn(opcode, owner, method, descriptor, isInterface);
    }

    /** Not before NEW: frames name an object without constructor by the place of its NEW. */
    @Override
    public void visitTypeInsn(int opcode, String type) {
      super.visitTypeInsn(opcode, type);
      if (opcode == NEW) {
        questions.made(mv, type);
      }
    }

    @Override
    public void visitLdcInsn(Object value) {
      constant(value);
      super.visitLdcInsn(value);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        constant(argument);
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    /** A handle of a field reads it later, in the same container. */
    private void constant(Object value) {
      if (isFieldHandle(value)) {
        Handle handle = (Handle) value;
        questions.field(mv, handle.getOwner(), handle.getName(), handle.getDesc());
      }
    }
  }
}
