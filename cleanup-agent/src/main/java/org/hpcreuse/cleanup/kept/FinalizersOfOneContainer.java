/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ACC_TRANSIENT;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.LCMP;
import static org.objectweb.asm.Opcodes.NOP;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.V1_6;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Makes the finalizer of a class do nothing once the container that has made the object is over: a
 * JVM that exits finalises nothing either. Each object notes its container; one that was
 * deserialised has no note, and is never finalised.
 *
 * <p>The note is transient and private, so that serialisation takes no notice of it. A constructor
 * may write it before it calls that of the superclass (JVMS 4.10.2.4).
 */
final class FinalizersOfOneContainer extends ClassVisitor {
  static final String FINALIZER = "finalize";
  static final String NOTHING = "()V";

  private static final String KEPT_CLASSES = "org/hpcreuse/cleanup/boot/KeptClasses";
  private static final String CONTAINER = "hpcreuse$container";

  private final String self;
  private boolean hasFrames;

  /**
   * For a class that declares a finalizer.
   *
   * @param next receives the class
   * @param self its internal name
   */
  FinalizersOfOneContainer(ClassVisitor next, String self) {
    super(ASM9, next);
    this.self = self;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] types) {
    hasFrames = (version & 0xFFFF) >= V1_6;
    super.visit(version, access, name, signature, superName, types);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (name.equals("<init>")) {
      return new Head(next) {
        @Override
        void write() {
          visitVarInsn(ALOAD, 0);
          container();
          visitFieldInsn(PUTFIELD, self, CONTAINER, "J");
        }
      };
    }
    if (!name.equals(FINALIZER) || !descriptor.equals(NOTHING) || (access & ACC_STATIC) != 0) {
      return next;
    }
    return new Head(next) {
      @Override
      void write() {
        Label same = new Label();
        visitVarInsn(ALOAD, 0);
        visitFieldInsn(GETFIELD, self, CONTAINER, "J");
        container();
        visitInsn(LCMP);
        visitJumpInsn(IFEQ, same);
        visitInsn(RETURN);
        visitLabel(same);
        if (hasFrames) {
          visitFrame(F_SAME, 0, null, 0, null);
        }
        visitInsn(NOP); // the method itself may begin with a frame
      }
    };
  }

  @Override
  public void visitEnd() {
    super.visitField(ACC_PRIVATE | ACC_TRANSIENT | ACC_SYNTHETIC, CONTAINER, "J", null, null)
        .visitEnd();
    super.visitEnd();
  }

  /** Puts code before that of a method. */
  private abstract static class Head extends MethodVisitor {
    Head(MethodVisitor next) {
      super(ASM9, next);
    }

    abstract void write();

    final void container() {
      visitMethodInsn(INVOKESTATIC, KEPT_CLASSES, "container", "()J", false);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      write();
    }
  }
}
