/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept.rewriting;

import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ASM9;

import org.hpcreuse.cleanup.initializer.CodeAtHead;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * A class of another loader whose superclass may be a kept one: the JVM has initialised that for an
 * earlier container, so the initialiser asks it. When there is none, each static method asks;
 * constructors call those of the superclass, which do.
 */
final class SuperclassAtRunTime extends ClassVisitor {
  private final boolean hasInitializer;
  private final boolean isLinked;

  /**
   * For a class.
   *
   * @param next receives it
   * @param hasInitializer whether it has a static initialiser
   * @param isLinked whether it can have call sites that are linked
   */
  SuperclassAtRunTime(ClassVisitor next, boolean hasInitializer, boolean isLinked) {
    super(ASM9, next);
    this.hasInitializer = hasInitializer;
    this.isLinked = isLinked;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (name.equals(InitializableAgain.INITIALIZER)) {
      return new CodeAtHead(next, LinkedUses::superclass);
    }
    boolean asks = !hasInitializer && (access & ACC_STATIC) != 0 && (access & ACC_NATIVE) == 0;
    if (!asks) {
      return next;
    }
    return new CodeAtHead(next, isLinked ? LinkedUses::superclassOnce : LinkedUses::superclass);
  }
}
