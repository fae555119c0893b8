/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.HashSet;
import java.util.Set;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.hpcreuse.cleanup.initializer.OwnLookup;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * A class that is made beside an interface with an initialiser, and has its static fields. The JVM
 * demands that an interface's fields are final (JVMS 4.5), and only what is not can be initialised
 * again. All code that names such a field of the interface is rewritten to name the companion's.
 *
 * <p>The companion's initialiser calls that of the interface, which {@link InterfaceInitializer}
 * has made a method. Before Java 8 an interface has no static methods; then the companion has the
 * code itself. At the end the interface's own fields get the values, for reflection and for code
 * that nobody has rewritten ({@link InterfaceFields}).
 *
 * <p>A companion is public, since classes of other packages may inherit what is in it.
 */
public final class Companion extends ClassVisitor {
  private static final String SUFFIX = "$hpcreuse";

  private final ClassVisitor next;
  private final Set<String> fields = new HashSet<>();
  private String interfaceName;
  private String companion;
  private boolean callsInterface;

  private Companion(ClassVisitor next) {
    super(ASM9);
    this.next = next;
  }

  /** The internal name of an interface's companion. */
  public static String of(String interfaceName) {
    return interfaceName + SUFFIX;
  }

  public static boolean isOne(String name) {
    return name.endsWith(SUFFIX);
  }

  /** The internal name of the interface that a companion belongs to. */
  public static String interfaceOf(String companion) {
    return companion.substring(0, companion.length() - SUFFIX.length());
  }

  /**
   * Makes its class file, which is not rewritten yet.
   *
   * @param interfaceFile of an interface with an initialiser
   */
  static byte[] make(byte[] interfaceFile) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(interfaceFile).accept(new Companion(writer), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] types) {
    interfaceName = name;
    companion = of(name);
    callsInterface = InterfaceInitializer.mayStay(version);
    int flags = ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC;
    next.visit(version, flags, companion, null, "java/lang/Object", null);
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
    MethodVisitor code = next.visitMethod(ACC_STATIC, name, descriptor, null, null);
    if (!callsInterface) {
      return new Body(code);
    }
    code.visitCode();
    code.visitMethodInsn(
        INVOKESTATIC, interfaceName, InterfaceInitializer.METHOD, descriptor, true);
    end(code);
    code.visitMaxs(0, 0);
    code.visitEnd();
    return null;
  }

  private static void end(MethodVisitor code) {
    OwnLookup.push(code);
    code.visitMethodInsn(
        INVOKESTATIC, UserReset.REGISTRY, "initialized", "(" + OwnLookup.DESCRIPTOR + ")V", false);
    code.visitInsn(RETURN);
  }

  @Override
  public void visitEnd() {
    next.visitEnd();
  }

  /** The interface's initialiser, as the companion's own. */
  private final class Body extends MethodVisitor {
    Body(MethodVisitor next) {
      super(ASM9, next);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String type) {
      boolean isMine = owner.equals(interfaceName) && fields.contains(field + type);
      super.visitFieldInsn(opcode, isMine ? companion : owner, field, type);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == RETURN) {
        end(mv);
      } else {
        super.visitInsn(opcode);
      }
    }
  }
}
