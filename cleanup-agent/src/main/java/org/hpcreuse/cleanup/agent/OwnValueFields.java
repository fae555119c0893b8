/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ASM9;

import java.util.List;
import java.util.Set;
import org.hpcreuse.cleanup.statics.OwnValues;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;

/**
 * Makes static fields variable that an initialiser of the framework may fill with the value of a
 * property of which each container has its own ({@link OwnValues}). The fields of interfaces must
 * be final. Of a class that may be serializable and names no version the modifiers stay: its
 * default serialVersionUID depends on them.
 *
 * <p>Without it compiled code keeps the value of the slot, or of the container before: the compiler
 * takes what it finds in a final field for a constant.
 */
final class OwnValueFields extends ClassVisitor {
  private static final List<NamedIn> NAMES =
      OwnValues.PROPERTIES.stream().sorted().map(NamedIn::new).toList();

  private static final Set<String> TYPES = Set.of("Ljava/lang/String;", "Ljava/io/File;");

  /** A class with one says itself what it is compatible with. */
  private static final NamedIn VERSION = new NamedIn("serialVersionUID");

  private final boolean hasVersion;
  private boolean mayChange;

  /**
   * @param classFile the class that is visited
   */
  OwnValueFields(ClassVisitor next, byte[] classFile) {
    super(ASM9, next);
    hasVersion = VERSION.test(classFile);
  }

  /** Whether the class file names one of the properties. */
  static boolean mayBeIn(byte[] classFile) {
    return NAMES.stream().anyMatch(name -> name.test(classFile));
  }

  /** The class file with variable fields. */
  static byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new OwnValueFields(writer, classFile), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    boolean mayBeSerializable = interfaces.length > 0 || !parent.equals("java/lang/Object");
    mayChange = (access & ACC_INTERFACE) == 0 && (hasVersion || !mayBeSerializable);
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    boolean computed = value == null && TYPES.contains(descriptor);
    boolean variable = mayChange && computed && (access & ACC_STATIC) != 0;
    return super.visitField(
        variable ? access & ~ACC_FINAL : access, name, descriptor, signature, value);
  }
}
