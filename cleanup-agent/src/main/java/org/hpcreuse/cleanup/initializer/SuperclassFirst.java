/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ASM9;

import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * A class that the JVM initialises once, and whose superclass can be initialised again: the JVM has
 * initialised the superclass long before, so the initialiser asks it. When there is none, each
 * static method asks; constructors call those of the superclass, which do.
 */
public final class SuperclassFirst extends ClassVisitor {
  private final boolean hasInitializer;
  private final Consumer<MethodVisitor> ask;

  /**
   * For a class.
   *
   * @param next receives the class
   * @param hasInitializer whether the class has a static initialiser
   * @param ask writes the code that asks the superclass
   */
  public SuperclassFirst(ClassVisitor next, boolean hasInitializer, Consumer<MethodVisitor> ask) {
    super(ASM9, next);
    this.hasInitializer = hasInitializer;
    this.ask = ask;
  }

  /** Whether a method asks. */
  private boolean asks(int access, String name) {
    return hasInitializer ? name.equals(InitializableAgain.INITIALIZER) : isStaticCode(access);
  }

  /** Whether a method is static and has code. */
  public static boolean isStaticCode(int access) {
    return (access & ACC_STATIC) != 0 && (access & ACC_NATIVE) == 0;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return asks(access, name) ? new CodeAtHead(next, ask) : next;
  }
}
