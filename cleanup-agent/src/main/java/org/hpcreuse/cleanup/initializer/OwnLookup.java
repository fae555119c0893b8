/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import org.objectweb.asm.MethodVisitor;

/** Code that gets the {@link java.lang.invoke.MethodHandles.Lookup} of the class that it is in. */
public final class OwnLookup {
  /** Of a lookup. */
  public static final String DESCRIPTOR = "Ljava/lang/invoke/MethodHandles$Lookup;";

  private OwnLookup() {}

  /** Puts it on the stack. */
  public static void push(MethodVisitor code) {
    code.visitMethodInsn(
        INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", "()" + DESCRIPTOR, false);
  }
}
