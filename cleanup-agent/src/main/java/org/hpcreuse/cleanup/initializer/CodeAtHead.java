/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.ASM9;

import java.util.function.Consumer;
import org.objectweb.asm.MethodVisitor;

/** Puts code before that of a method. */
public final class CodeAtHead extends MethodVisitor {
  private final Consumer<MethodVisitor> code;

  /**
   * For one method.
   *
   * @param next receives it
   * @param code writes what comes first, and leaves nothing on the stack
   */
  public CodeAtHead(MethodVisitor next, Consumer<MethodVisitor> code) {
    super(ASM9, next);
    this.code = code;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    code.accept(mv);
  }
}
