/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.F_SAME1;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IFNULL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * One change of a method, or of several that are alike.
 *
 * @param what names it in messages
 * @param filter which methods it may change
 * @param change changes one of them
 */
public record MethodEdit(String what, Filter filter, Change change) {
  /** Chooses methods. */
  @FunctionalInterface
  public interface Filter {
    boolean accepts(int access, String name, String descriptor);
  }

  /**
   * Makes a visitor from the one behind it and the method's name. The visitor calls {@code made}
   * when it has made the change.
   */
  @FunctionalInterface
  public interface Change {
    MethodVisitor visitor(MethodVisitor next, String method, Runnable made);
  }

  /**
   * Replaces calls of Thread.sleep in a method, or in all when that has no name.
   *
   * @param constant how long it sleeps, ms; null when that is no constant
   * @param code what to do instead; finds the time on the stack
   */
  public static MethodEdit sleep(String method, Long constant, Consumer<MethodVisitor> code) {
    return new MethodEdit(
        "Thread.sleep"
            + (constant == null ? "" : "(" + constant + ")")
            + (method == null ? "" : " in " + method),
        (access, name, descriptor) -> method == null || method.equals(name),
        (next, name, made) -> new SleepCall(next, constant, code, made));
  }

  /**
   * Adds code after each call of a method.
   *
   * @param method where it is called; null: in all methods
   * @param code finds the result on the stack, and leaves it there or another one of its type
   */
  public static MethodEdit afterCall(
      String method, String called, String calledType, Consumer<MethodVisitor> code) {
    return new MethodEdit(
        "call of " + called + calledType + (method == null ? "" : " in " + method),
        (access, name, descriptor) -> method == null || method.equals(name),
        (next, name, made) ->
            new MethodVisitor(ASM9, next) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String target, String type, boolean isInterface) {
                super.visitMethodInsn(opcode, owner, target, type, isInterface);
                if (target.equals(called) && type.equals(calledType)) {
                  code.accept(mv);
                  made.run();
                }
              }
            });
  }

  /** Adds code at the begin of a method. */
  public static MethodEdit atBegin(String method, String type, Consumer<MethodVisitor> code) {
    return new MethodEdit(
        method + type,
        (access, name, descriptor) -> name.equals(method) && descriptor.equals(type),
        (next, name, made) ->
            new MethodVisitor(ASM9, next) {
              @Override
              public void visitCode() {
                super.visitCode();
                code.accept(mv);
                made.run();
              }
            });
  }

  /**
   * Lets a method that returns a reference return null at its begin, if some code says so.
   *
   * @param code leaves the answer, a boolean, on the stack
   */
  public static MethodEdit nullIf(String method, String type, Consumer<MethodVisitor> code) {
    return atBegin(
        method,
        type,
        m -> {
          Label goOn = new Label();
          code.accept(m);
          m.visitJumpInsn(IFEQ, goOn);
          m.visitInsn(ACONST_NULL);
          m.visitInsn(ARETURN);
          m.visitLabel(goOn);
          m.visitFrame(F_SAME, 0, null, 0, null);
        });
  }

  /**
   * Lets a method that returns a reference return what some code says, unless that is null.
   *
   * @param code leaves an object of the method's type, or null, on the stack
   */
  public static MethodEdit returnUnlessNull(
      String method, String type, Consumer<MethodVisitor> code) {
    Object[] returned = {Type.getReturnType(type).getInternalName()};
    return atBegin(
        method,
        type,
        m -> {
          Label goOn = new Label();
          code.accept(m);
          m.visitInsn(DUP);
          m.visitJumpInsn(IFNULL, goOn);
          m.visitInsn(ARETURN);
          m.visitLabel(goOn);
          m.visitFrame(F_SAME1, 0, null, 1, returned);
          m.visitInsn(POP);
        });
  }

  /**
   * Adds code before each return of a method, whose parameters are references.
   *
   * @param code finds the result on the stack, and leaves it there
   */
  public static MethodEdit beforeReturn(String method, String type, Consumer<MethodVisitor> code) {
    return new MethodEdit(
        method + type,
        (access, name, descriptor) -> name.equals(method) && descriptor.equals(type),
        (next, name, made) -> new Returns(next, Type.getArgumentTypes(type).length, code, made));
  }

  /**
   * Adds code before each return of the public methods that return such a type.
   *
   * @param type how its name ends
   * @param code gets the method's name; finds the result on the stack, and leaves it there
   */
  public static MethodEdit beforeReturnOf(String type, BiConsumer<MethodVisitor, String> code) {
    return new MethodEdit(
        "method that returns a …" + type,
        (access, name, descriptor) ->
            (access & ACC_PUBLIC) != 0
                && (access & ACC_SYNTHETIC) == 0
                && descriptor.endsWith(type + ";"),
        (next, name, made) -> new Returns(next, 0, m -> code.accept(m, name), made));
  }

  private static final class SleepCall extends MethodVisitor {
    private final Long constant;
    private final Consumer<MethodVisitor> code;
    private final Runnable made;
    private Object last;

    SleepCall(MethodVisitor next, Long constant, Consumer<MethodVisitor> code, Runnable made) {
      super(ASM9, next);
      this.constant = constant;
      this.code = code;
      this.made = made;
    }

    @Override
    public void visitLdcInsn(Object value) {
      last = value;
      super.visitLdcInsn(value);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String type, boolean isInterface) {
      if (owner.equals("java/lang/Thread")
          && name.equals("sleep")
          && type.equals("(J)V")
          && (constant == null || constant.equals(last))) {
        code.accept(mv);
        made.run();
      } else {
        super.visitMethodInsn(opcode, owner, name, type, isInterface);
      }
      last = null;
    }
  }

  private static final class Returns extends MethodVisitor {
    private final int parameters;
    private final Consumer<MethodVisitor> code;
    private final Runnable made;

    Returns(MethodVisitor next, int parameters, Consumer<MethodVisitor> code, Runnable made) {
      super(ASM9, next);
      this.parameters = parameters;
      this.code = code;
      this.made = made;
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
      if (opcode == ASTORE && local <= parameters) {
        throw new IllegalStateException("a method changes the parameter that its rewrite reads");
      }
      super.visitVarInsn(opcode, local);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= IRETURN && opcode <= RETURN) {
        code.accept(mv);
        made.run();
      }
      super.visitInsn(opcode);
    }
  }
}
