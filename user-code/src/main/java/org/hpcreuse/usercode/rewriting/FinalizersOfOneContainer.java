/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ACC_TRANSIENT;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.F_SAME1;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.V1_6;

import org.hpcreuse.cleanup.initializer.CodeAtHead;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Makes the finalizer of a class do nothing once the container that has made the object is over: a
 * JVM that exits finalises nothing either. Each object notes its container; one that was
 * deserialised has no note, and is never finalised. The slot knows of a finalizer that runs.
 *
 * <pre>
 * finalize()  if (KeptClasses.finalizes(container)) try { body() } finally { KeptClasses.finalized() }
 * </pre>
 *
 * <p>The note is transient and private, so that serialisation takes no notice of it. A constructor
 * may write it before it calls that of the superclass (JVMS 4.10.2.4).
 */
final class FinalizersOfOneContainer extends ClassVisitor {
  private static final String FINALIZER = "finalize";
  private static final String NOTHING = "()V";
  private static final String CONTAINER = "hpcreuse$container";
  private static final String BODY = "hpcreuse$finalize";

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

  /** Whether the JVM calls a method of a class before it frees an object. */
  static boolean isFinalizer(int access, String name, String descriptor) {
    return name.equals(FINALIZER) && descriptor.equals(NOTHING) && (access & ACC_STATIC) == 0;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (isFinalizer(access, name, descriptor)) {
      if ((access & (ACC_ABSTRACT | ACC_NATIVE)) == 0) {
        writeFinalizer(super.visitMethod(access, name, descriptor, signature, exceptions));
        return super.visitMethod(ACC_PRIVATE | ACC_SYNTHETIC, BODY, descriptor, null, exceptions);
      }
      return super.visitMethod(access, name, descriptor, signature, exceptions);
    }
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return name.equals("<init>") ? new CodeAtHead(next, this::noteContainer) : next;
  }

  private void writeFinalizer(MethodVisitor code) {
    Label start = new Label();
    Label end = new Label();
    Label caught = new Label();
    Label over = new Label();
    code.visitCode();
    code.visitVarInsn(ALOAD, 0);
    code.visitFieldInsn(GETFIELD, self, CONTAINER, "J");
    code.visitMethodInsn(INVOKESTATIC, UserReset.REGISTRY, "finalizes", "(J)Z", false);
    code.visitJumpInsn(IFEQ, over);
    code.visitTryCatchBlock(start, end, caught, null);
    code.visitLabel(start);
    code.visitVarInsn(ALOAD, 0);
    code.visitMethodInsn(INVOKESPECIAL, self, BODY, NOTHING, false);
    code.visitLabel(end);
    code.visitMethodInsn(INVOKESTATIC, UserReset.REGISTRY, "finalized", NOTHING, false);
    code.visitInsn(RETURN);
    code.visitLabel(caught);
    frame(code, F_SAME1, new Object[] {"java/lang/Throwable"});
    code.visitMethodInsn(INVOKESTATIC, UserReset.REGISTRY, "finalized", NOTHING, false);
    code.visitInsn(ATHROW);
    code.visitLabel(over);
    frame(code, F_SAME, null);
    code.visitInsn(RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /** Class files before Java 6 have none. */
  private void frame(MethodVisitor code, int kind, Object[] stack) {
    if (hasFrames) {
      code.visitFrame(kind, 0, null, stack == null ? 0 : stack.length, stack);
    }
  }

  @Override
  public void visitEnd() {
    super.visitField(ACC_PRIVATE | ACC_TRANSIENT | ACC_SYNTHETIC, CONTAINER, "J", null, null)
        .visitEnd();
    super.visitEnd();
  }

  private void noteContainer(MethodVisitor constructor) {
    constructor.visitVarInsn(ALOAD, 0);
    constructor.visitMethodInsn(INVOKESTATIC, UserReset.REGISTRY, "container", "()J", false);
    constructor.visitFieldInsn(PUTFIELD, self, CONTAINER, "J");
  }
}
