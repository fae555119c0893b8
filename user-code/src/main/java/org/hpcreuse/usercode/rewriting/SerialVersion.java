/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ASM9;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.commons.SerialVersionUIDAdder;

/**
 * Adds the serialVersionUID that the JVM would compute from the original class file. Programs that
 * look at fields by reflection often pass over synthetic ones.
 */
final class SerialVersion extends SerialVersionUIDAdder {
  private final int access;

  /**
   * For a class or interface without one.
   *
   * @param next receives it
   * @param isInterface whether its fields must be public
   */
  SerialVersion(ClassVisitor next, boolean isInterface) {
    super(ASM9, next);
    access = ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC | (isInterface ? ACC_PUBLIC : 0);
  }

  @Override
  protected void addSVUID(long version) {
    super.visitField(access, ClassFacts.SERIAL_VERSION, "J", null, version).visitEnd();
  }
}
