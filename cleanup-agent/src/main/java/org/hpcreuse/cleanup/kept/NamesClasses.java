/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.V1_5;

import org.objectweb.asm.ClassVisitor;

/**
 * Gives class files from before Java 5 that version, so that their code can name a class: what is
 * added does. The JVM treats both alike otherwise; the way in which it verifies them changes with
 * Java 6 (JVMS 4.10).
 */
final class NamesClasses extends ClassVisitor {
  /** The minor version is the higher half. */
  private static final int MAJOR = 0xFFFF;

  NamesClasses(ClassVisitor next) {
    super(ASM9, next);
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] types) {
    int raised = (version & MAJOR) < V1_5 ? V1_5 : version;
    super.visit(raised, access, name, signature, superName, types);
  }
}
