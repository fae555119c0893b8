/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.LinkedHashSet;
import java.util.Set;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * An interface with a {@link Companion} that is not what its file holds: the JVM initialises it,
 * and the companion gets the values of its fields.
 */
final class ChangedInterfaceRewriter extends ClassVisitor {
  private final ClassFacts companion;
  private final Set<ClassFacts.Member> fields = new LinkedHashSet<>();
  private String self;
  private boolean calledByCompanion;

  /**
   * For an interface.
   *
   * @param next receives it
   * @param companion made from its file
   */
  ChangedInterfaceRewriter(ClassVisitor next, ClassFacts companion) {
    super(ASM9, next);
    this.companion = companion;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] types) {
    self = name;
    calledByCompanion = InterfaceInitializer.mayStay(version);
    super.visit(version, access, name, signature, superName, types);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    ClassFacts.Member field = new ClassFacts.Member(name, descriptor);
    if (companion.watches(field)) {
      fields.add(field);
    }
    return super.visitField(access, name, descriptor, signature, value);
  }

  /** The companion may have been initialised in the midst of the initialiser. */
  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (!calledByCompanion || !name.equals(InitializableAgain.INITIALIZER)) {
      return next;
    }
    return new MethodVisitor(ASM9, next) {
      @Override
      public void visitInsn(int opcode) {
        if (opcode == RETURN) {
          visitMethodInsn(INVOKESTATIC, self, InterfaceInitializer.METHOD, "()V", true);
        }
        super.visitInsn(opcode);
      }
    };
  }

  @Override
  public void visitEnd() {
    if (calledByCompanion) {
      int added = ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC;
      MethodVisitor code = super.visitMethod(added, InterfaceInitializer.METHOD, "()V", null, null);
      code.visitCode();
      for (ClassFacts.Member field : fields) {
        code.visitFieldInsn(GETSTATIC, self, field.name(), field.descriptor());
        code.visitFieldInsn(PUTSTATIC, companion.name(), field.name(), field.descriptor());
      }
      code.visitInsn(RETURN);
      code.visitMaxs(0, 0);
      code.visitEnd();
    }
    super.visitEnd();
  }
}
