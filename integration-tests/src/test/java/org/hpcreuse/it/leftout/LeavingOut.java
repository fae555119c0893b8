/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.leftout;

import java.io.File;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites the chain, so that it asks before each step, and the methods of the slot that are no
 * steps, so that they ask at their head. Those of an extension fail when they are named.
 */
final class LeavingOut implements ClassFileTransformer {
  private static final String CHAIN = "org/hpcreuse/cleanup/ReleaseChain";
  private static final String STEP = "org/hpcreuse/cleanup/step/ReleaseStep";

  /** Not as a class: it cannot be loaded before the slot's own class path is there. */
  private static final String SUCCESSOR = "org/hpcreuse/it/leftout/StepLeftOut";

  private static final String SLOT = "org/hpcreuse/pool/slot/";
  private static final String EXTENSION = SLOT + "extension/";
  private static final String BEANS = "org/hpcreuse/cleanup/jvm/registries/BeanContexts";
  private static final String READ_ONCE = "org/hpcreuse/cleanup/initializer/ReadOnceState";
  private static final String HOOKS = "org/hpcreuse/cleanup/boot/SlotHooks";

  private final String directory;

  LeavingOut(String directory) {
    this.directory = directory;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (CHAIN.equals(className)) {
      return rewrite(className, classFile);
    }
    boolean asks =
        className != null
            && (className.startsWith(SLOT)
                || className.equals(BEANS)
                || className.equals(READ_ONCE)
                || className.equals(HOOKS));
    return asks ? rewrite(className, classFile) : null;
  }

  private byte[] rewrite(String className, byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Methods(writer, className), 0);
    return writer.toByteArray();
  }

  private final class Methods extends ClassVisitor {
    private final String className;

    Methods(ClassVisitor next, String className) {
      super(Opcodes.ASM9, next);
      this.className = className;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (className.equals(CHAIN)) {
        return new AsksForSteps(next);
      }
      boolean isAsked = descriptor.endsWith(")V") && !name.startsWith("<");
      String simpleName = className.replaceFirst(".*[/$]", "");
      if (!isAsked) {
        return next;
      }
      String asked = simpleName + "." + name;
      return className.startsWith(EXTENSION)
          ? new FailsFirst(next, asked)
          : new AsksFirst(next, asked);
    }
  }

  private static final class AsksForSteps extends MethodVisitor {
    AsksForSteps(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (owner.equals(STEP) && name.equals("run")) {
        String withStep = descriptor.replace("(", "(L" + STEP + ";");
        super.visitMethodInsn(Opcodes.INVOKESTATIC, SUCCESSOR, name, withStep, false);
      } else {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    }
  }

  /** Asks by java.io alone: boot classes see nothing else. */
  private class AsksFirst extends MethodVisitor {
    private static final String FILE = "java/io/File";
    private final String name;

    AsksFirst(MethodVisitor next, String name) {
      super(Opcodes.ASM9, next);
      this.name = name;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label goOn = new Label();
      mv.visitTypeInsn(Opcodes.NEW, FILE);
      mv.visitInsn(Opcodes.DUP);
      mv.visitLdcInsn(directory + File.separator + name);
      mv.visitMethodInsn(Opcodes.INVOKESPECIAL, FILE, "<init>", "(Ljava/lang/String;)V", false);
      mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, FILE, "exists", "()Z", false);
      mv.visitJumpInsn(Opcodes.IFEQ, goOn);
      leave();
      mv.visitLabel(goOn);
      mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
      mv.visitInsn(Opcodes.NOP); // a frame of the method's own may follow
    }

    void leave() {
      mv.visitInsn(Opcodes.RETURN);
    }
  }

  /** An extension fails when it is named. */
  private final class FailsFirst extends AsksFirst {
    private static final String FAILURE = "java/lang/IllegalStateException";

    FailsFirst(MethodVisitor next, String name) {
      super(next, name);
    }

    @Override
    void leave() {
      mv.visitTypeInsn(Opcodes.NEW, FAILURE);
      mv.visitInsn(Opcodes.DUP);
      mv.visitLdcInsn("asked to fail");
      mv.visitMethodInsn(Opcodes.INVOKESPECIAL, FAILURE, "<init>", "(Ljava/lang/String;)V", false);
      mv.visitInsn(Opcodes.ATHROW);
    }
  }
}
