/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ASM9;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * A class that the JVM initialises once, and whose superclass can be initialised again: the JVM has
 * initialised the superclass long before, so the initialiser asks it. When there is none, each
 * static method asks; constructors call those of the superclass, which do.
 */
public final class SuperclassFirst extends ClassVisitor {
  private final String parent;
  private final String superclass;
  private final boolean hasInitializer;

  /**
   * For a class.
   *
   * @param next receives the class
   * @param parent internal name of its superclass
   * @param superclass internal name of the nearest one that can be initialised again
   * @param hasInitializer whether the class has a static initialiser
   */
  public SuperclassFirst(
      ClassVisitor next, String parent, String superclass, boolean hasInitializer) {
    super(ASM9, next);
    this.parent = parent;
    this.superclass = superclass;
    this.hasInitializer = hasInitializer;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    boolean asks =
        hasInitializer
            ? name.equals(InitializableAgain.INITIALIZER)
            : (access & ACC_STATIC) != 0 && (access & ACC_NATIVE) == 0;
    if (!asks) {
      return next;
    }
    return new CodeAtHead(next, code -> StaticUses.ask(code, parent, superclass));
  }
}
