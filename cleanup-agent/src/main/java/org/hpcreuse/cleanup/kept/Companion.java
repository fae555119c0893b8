/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.V11;

import java.util.HashSet;
import java.util.Set;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * A class that is made beside an interface with an initialiser, and has its static fields and this
 * initialiser. The JVM demands that an interface's fields are final (JVMS 4.5), and only what is
 * not can be initialised again. All code that names such a field of the interface is rewritten to
 * name the companion's.
 *
 * <p>It is of the interface's nest, since the initialiser may use what is private there (JEP 181).
 */
final class Companion extends ClassVisitor {
  private static final String SUFFIX = "$hpcreuse";

  private final ClassVisitor next;
  private final Set<String> fields = new HashSet<>();
  private String interfaceName;
  private String companion;

  /** Null before Java 11; the interface itself unless it says otherwise. */
  private String nestHost;

  private Companion(ClassVisitor next) {
    super(ASM9);
    this.next = next;
  }

  /** The internal name of an interface's companion. */
  static String of(String interfaceName) {
    return interfaceName + SUFFIX;
  }

  static boolean isOne(String name) {
    return name.endsWith(SUFFIX);
  }

  /** The internal name of the interface that a companion belongs to. */
  static String interfaceOf(String companion) {
    return companion.substring(0, companion.length() - SUFFIX.length());
  }

  /**
   * Makes its class file, which is not rewritten yet.
   *
   * @param interfaceFile of an interface with an initialiser
   */
  static byte[] make(byte[] interfaceFile) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(interfaceFile).accept(new Companion(writer), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] types) {
    interfaceName = name;
    companion = of(name);
    next.visit(
        version,
        (access & ACC_PUBLIC) | ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC,
        companion,
        null,
        "java/lang/Object",
        null);
    nestHost = (version & 0xFFFF) >= V11 ? name : null;
  }

  @Override
  public void visitNestHost(String host) {
    nestHost = host;
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    if (value == null) {
      fields.add(name + descriptor);
      next.visitField(ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC, name, descriptor, null, null)
          .visitEnd();
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (!name.equals(InitializableAgain.INITIALIZER)) {
      return null;
    }
    return new MethodVisitor(ASM9, next.visitMethod(ACC_STATIC, name, descriptor, null, null)) {
      @Override
      public void visitFieldInsn(int opcode, String owner, String field, String type) {
        boolean isMine = owner.equals(interfaceName) && fields.contains(field + type);
        super.visitFieldInsn(opcode, isMine ? companion : owner, field, type);
      }
    };
  }

  @Override
  public void visitEnd() {
    if (nestHost != null) {
      next.visitNestHost(nestHost);
    }
    next.visitEnd();
  }
}
