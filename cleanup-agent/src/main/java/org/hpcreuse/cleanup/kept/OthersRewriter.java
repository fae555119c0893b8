/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.V1_5;

import java.util.HashMap;
import java.util.Map;
import org.hpcreuse.cleanup.initializer.StaticUses;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Rewrites classes of loaders that the user's code has made, so that they ask before they use its
 * static fields. What a name in them means is for their loader to say, so they ask at run time, by
 * the class itself.
 */
final class OthersRewriter {
  private static final String KEPT_CLASSES = "org/hpcreuse/cleanup/boot/KeptClasses";

  /** Where a class file has it. */
  private static final int MAJOR_VERSION = 6;

  private final UserClasses classes;

  OthersRewriter(UserClasses classes) {
    this.classes = classes;
  }

  /**
   * The class file as it should be.
   *
   * @return null when nothing is to be changed
   * @throws IllegalArgumentException when it cannot name a class, as before Java 5
   */
  byte[] rewrite(byte[] classFile) {
    Map<ClassFacts.Use, String> asked = new HashMap<>();
    for (ClassFacts.Use use : ClassFactsReader.read(classFile).uses()) {
      if (use.member().isField()) {
        classes.asked(use).ifPresent(owner -> asked.put(use, owner.replace('/', '.')));
      }
    }
    if (asked.isEmpty()) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    if (reader.readUnsignedShort(MAJOR_VERSION) < V1_5) {
      throw new IllegalArgumentException(reader.getClassName() + " is older than Java 5");
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new StaticUses(
            writer,
            (code, named, field, descriptor) -> {
              String owner = asked.get(ClassFacts.Use.of(named, field, descriptor));
              if (owner != null) {
                ask(code, named, owner);
              }
            }),
        0);
    return writer.toByteArray();
  }

  private static void ask(MethodVisitor code, String named, String owner) {
    code.visitLdcInsn(Type.getObjectType(named));
    code.visitLdcInsn(owner);
    code.visitMethodInsn(
        INVOKESTATIC, KEPT_CLASSES, "used", "(Ljava/lang/Class;Ljava/lang/String;)V", false);
  }
}
