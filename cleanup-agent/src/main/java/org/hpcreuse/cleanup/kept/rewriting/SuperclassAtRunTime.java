/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept.rewriting;

import static org.objectweb.asm.Opcodes.ASM9;

import org.hpcreuse.cleanup.initializer.CodeAtHead;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * A class of another loader whose superclass may be a kept one: the JVM has initialised that for an
 * earlier container, so the initialiser asks it.
 */
final class SuperclassAtRunTime extends ClassVisitor {
  /**
   * For a class with a static initialiser.
   *
   * @param next receives it
   */
  SuperclassAtRunTime(ClassVisitor next) {
    super(ASM9, next);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return name.equals(InitializableAgain.INITIALIZER)
        ? new CodeAtHead(next, LinkedUses::superclass)
        : next;
  }
}
