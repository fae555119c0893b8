/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.util.function.Consumer;
import org.objectweb.asm.MethodVisitor;

/** What is done to one method. */
public sealed interface MethodRewrite {
  /** Code put before the first instruction; it may return. */
  record Prologue(Consumer<MethodVisitor> code) implements MethodRewrite {}

  /** Code put before each normal return. */
  record Epilogue(Consumer<MethodVisitor> code) implements MethodRewrite {}

  /** Code that replaces the body; a native method becomes a Java one. */
  record Body(Consumer<MethodVisitor> code) implements MethodRewrite {}

  /**
   * Each read of a static field of the same class becomes a call; there must be one.
   *
   * @param field the field's name, whatever its case: many have become constants since JDK 17
   * @param owner internal name of the class called
   * @param method name of its static method without parameters, of the field's type
   */
  record FieldRead(String field, String owner, String method) implements MethodRewrite {}
}
