/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.F_FULL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.V1_6;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Makes the static initialiser of a class say when it begins and ends, so that what the class holds
 * then can be kept. For classes that may be initialised while a container runs, and so with its own
 * values ({@link OwnValueFields}).
 *
 * <p>Without it nobody knows what the statics were before the container used them.
 *
 * <p>The one frame is written here: COMPUTE_FRAMES would compute those of the whole initialiser,
 * and the verifier rejects them where it needs the common superclass of Hadoop's types.
 */
public final class InitializerHooks {
  private static final String NAME = "<clinit>";
  private static final NamedIn NAMED = new NamedIn(NAME);
  private static final String HOOKS = "org/hpcreuse/cleanup/boot/ClassHooks";

  private InitializerHooks() {}

  /** Whether the class file may have an initialiser; others are not parsed. */
  public static boolean mayBeIn(byte[] classFile) {
    return NAMED.test(classFile);
  }

  /** The class file with the calls. */
  public static byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(ASM9, new OwnValueFields(writer, classFile)) {
          private boolean hasFrames;

          @Override
          public void visit(
              int version,
              int access,
              String name,
              String signature,
              String superName,
              String[] interfaces) {
            hasFrames = (version & 0xFFFF) >= V1_6;
            super.visit(version, access, name, signature, superName, interfaces);
          }

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals(NAME) ? new EndVisitor(next, hasFrames) : next;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static final class EndVisitor extends MethodVisitor {
    private final Label start = new Label();
    private final Label end = new Label();

    private final boolean hasFrames;

    EndVisitor(MethodVisitor next, boolean hasFrames) {
      super(ASM9, next);
      this.hasFrames = hasFrames;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitMethodInsn(INVOKESTATIC, HOOKS, "starting", "()V", false);
      visitLabel(start);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == RETURN) {
        super.visitMethodInsn(INVOKESTATIC, HOOKS, "initialized", "()V", false);
      }
      super.visitInsn(opcode);
    }

    /** The handler comes last, so that those of the initialiser itself go first. */
    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      visitLabel(end);
      visitTryCatchBlock(start, end, end, "java/lang/Throwable");
      if (hasFrames) {
        visitFrame(F_FULL, 0, null, 1, new Object[] {"java/lang/Throwable"});
      }
      super.visitInsn(DUP);
      super.visitMethodInsn(INVOKESTATIC, HOOKS, "failed", "(Ljava/lang/Throwable;)V", false);
      super.visitInsn(ATHROW);
      super.visitMaxs(maxStack, maxLocals);
    }
  }
}
