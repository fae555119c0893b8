/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.RETURN;

import org.hpcreuse.cleanup.boot.ReadOnce;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * A class that others may ask like one that can be initialised again, although the JVM initialises
 * it once: they were rewritten before it was known that it cannot be.
 */
public final class InitializedOnce extends ClassVisitor {
  private final String self;

  /**
   * For a class.
   *
   * @param next receives the class
   * @param self its internal name
   */
  public InitializedOnce(ClassVisitor next, String self) {
    super(ASM9, next);
    this.self = self;
  }

  @Override
  public void visitEnd() {
    int access = ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC;
    MethodVisitor use = super.visitMethod(access, ReadOnce.use(self), "()V", null, null);
    use.visitCode();
    use.visitInsn(RETURN);
    use.visitMaxs(0, 0);
    use.visitEnd();
    super.visitEnd();
  }
}
