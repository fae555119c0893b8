/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets {@link Runtime#maxMemory()} say in a container what it would say in a JVM with the
 * container's own -Xmx. The method is native, so its call sites are changed, in framework and
 * container classes.
 *
 * <p>Without it a reduce task sizes its in-memory shuffle (70 % of maxMemory, MergeManagerImpl)
 * after the slot's heap, and the container grows beyond its memory limit.
 */
final class HeapSizeCalls {
  private static final String METHOD = "maxMemory";
  private static final NamedIn NAMED = new NamedIn(METHOD);

  private HeapSizeCalls() {}

  /** Whether the class file names the method at all; most do not, and are not parsed. */
  static boolean mayBeIn(byte[] classFile) {
    return NAMED.test(classFile);
  }

  static byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new CallVisitor(
                super.visitMethod(access, name, descriptor, signature, exceptions));
          }
        },
        0);
    return writer.toByteArray();
  }

  private static final class CallVisitor extends MethodVisitor {
    CallVisitor(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (owner.equals("java/lang/Runtime") && name.equals(METHOD) && descriptor.equals("()J")) {
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, Rewrites.HOOKS, METHOD, "(Ljava/lang/Runtime;)J", false);
      } else {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    }
  }
}
