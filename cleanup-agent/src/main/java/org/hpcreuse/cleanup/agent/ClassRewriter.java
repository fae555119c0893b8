/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.util.HashSet;
import java.util.Set;
import org.hpcreuse.cleanup.initializer.CodeAtHead;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Carries out one {@link Rewrite} while a class file is copied. */
final class ClassRewriter extends ClassVisitor {
  private final Rewrite rewrite;
  private final Set<String> missing;

  ClassRewriter(ClassVisitor next, Rewrite rewrite) {
    super(Opcodes.ASM9, next);
    this.rewrite = rewrite;
    this.missing = new HashSet<>(rewrite.methods().keySet());
  }

  void requireAllDone() {
    if (!missing.isEmpty()) {
      throw new IllegalStateException(rewrite.className() + " has no " + missing);
    }
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodRewrite method = rewrite.methods().get(name + descriptor);
    if (method == null) {
      return super.visitMethod(access, name, descriptor, signature, exceptions);
    }
    missing.remove(name + descriptor);
    if (method instanceof MethodRewrite.Body body) {
      MethodVisitor writer =
          super.visitMethod(access & ~Opcodes.ACC_NATIVE, name, descriptor, signature, exceptions);
      writer.visitCode();
      body.code().accept(writer);
      writer.visitMaxs(0, 0);
      writer.visitEnd();
      return null;
    }
    MethodVisitor writer = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (method instanceof MethodRewrite.Prologue prologue) {
      return new CodeAtHead(writer, prologue.code());
    }
    return method instanceof MethodRewrite.Epilogue epilogue
        ? new EpilogueVisitor(writer, epilogue)
        : new FieldReadVisitor(
            writer, rewrite.className(), (MethodRewrite.FieldRead) method, missing);
  }

  private static final class EpilogueVisitor extends MethodVisitor {
    private final MethodRewrite.Epilogue epilogue;

    EpilogueVisitor(MethodVisitor next, MethodRewrite.Epilogue epilogue) {
      super(Opcodes.ASM9, next);
      this.epilogue = epilogue;
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        epilogue.code().accept(mv);
      }
      super.visitInsn(opcode);
    }
  }

  private static final class FieldReadVisitor extends MethodVisitor {
    private final String className;
    private final MethodRewrite.FieldRead read;
    private final Set<String> missing;

    FieldReadVisitor(
        MethodVisitor next, String className, MethodRewrite.FieldRead read, Set<String> missing) {
      super(Opcodes.ASM9, next);
      this.className = className;
      this.read = read;
      this.missing = missing;
      missing.add(what());
    }

    private String what() {
      return "read of " + read.field();
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      if (opcode == Opcodes.GETSTATIC
          && owner.equals(className)
          && name.equalsIgnoreCase(read.field())) {
        missing.remove(what());
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, read.owner(), read.method(), "()" + descriptor, false);
      } else {
        super.visitFieldInsn(opcode, owner, name, descriptor);
      }
    }
  }
}
