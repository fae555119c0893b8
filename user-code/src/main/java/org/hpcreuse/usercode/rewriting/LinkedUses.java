/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.H_INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.V1_7;

import java.util.Set;
import java.util.function.Predicate;
import org.hpcreuse.cleanup.initializer.OwnLookup;
import org.hpcreuse.cleanup.initializer.StaticUses;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;

/**
 * Asks at run time whose field code uses ({@link org.hpcreuse.cleanup.boot.kept.KeptLinks}): by a
 * call site that is linked once, or by a call each time in class files before Java 7.
 *
 * @param asked the uses that may be of a kept class
 * @param isHidden whether the code cannot name a type that the descriptor of a field names
 * @param isLinked whether the class file can have such call sites
 */
record LinkedUses(Set<ClassFacts.Use> asked, Predicate<String> isHidden, boolean isLinked)
    implements StaticUses.Questions {
  private static final String LINKS = "org/hpcreuse/cleanup/boot/kept/KeptLinks";
  private static final String FIELD = "Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;";
  private static final String BOOTSTRAP =
      "("
          + OwnLookup.DESCRIPTOR
          + "Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/Class;Ljava/lang/String;"
          + "Ljava/lang/String;)Ljava/lang/invoke/CallSite;";

  /** Where a class file has it. */
  private static final int MAJOR_VERSION = 6;

  static LinkedUses of(
      ClassReader classFile, Set<ClassFacts.Use> asked, Predicate<String> isHidden) {
    return new LinkedUses(asked, isHidden, isLinked(classFile));
  }

  /** Asks the superclass of the code's class. */
  static void superclass(MethodVisitor code) {
    OwnLookup.push(code);
    call(code, "superclass", "(" + OwnLookup.DESCRIPTOR + ")V");
  }

  /** Asks the superclass of the code's class, in code that may run often. */
  static void superclassOnce(MethodVisitor code) {
    code.visitInvokeDynamicInsn(
        "superclass",
        "()V",
        new Handle(
            H_INVOKESTATIC,
            LINKS,
            "superclass",
            "("
                + OwnLookup.DESCRIPTOR
                + "Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
            false));
  }

  /** Whether a class file can have call sites that are linked. */
  static boolean isLinked(ClassReader classFile) {
    return classFile.readUnsignedShort(MAJOR_VERSION) >= V1_7;
  }

  private static void call(MethodVisitor code, String method, String descriptor) {
    code.visitMethodInsn(INVOKESTATIC, LINKS, method, descriptor, false);
  }

  @Override
  public void field(MethodVisitor code, String named, String field, String descriptor) {
    if (!asked.contains(ClassFacts.Use.of(named, field, descriptor))) {
      return;
    }
    if (isLinked) {
      link(code, "use", "()V", named, field, descriptor);
      return;
    }
    OwnLookup.push(code);
    name(code, named, field, descriptor);
    call(code, "use", "(" + OwnLookup.DESCRIPTOR + FIELD + ")V");
  }

  /** An interface's own field was empty when a compiler may have taken its value. */
  @Override
  public void read(MethodVisitor code, String named, String field, String descriptor) {
    if (!asked.contains(ClassFacts.Use.of(named, field, descriptor)) || isHidden.test(descriptor)) {
      return;
    }
    Type type = Type.getType(descriptor);
    boolean isObject = type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
    if (isLinked) {
      String value = isObject ? "Ljava/lang/Object;" : descriptor;
      link(code, "value", "(" + value + ")" + value, named, field, descriptor);
      if (isObject) {
        code.visitTypeInsn(CHECKCAST, type.getInternalName());
      }
      return;
    }
    GeneratorAdapter value = new GeneratorAdapter(code, 0, field, "()V");
    value.valueOf(type);
    OwnLookup.push(code);
    name(code, named, field, descriptor);
    call(
        code,
        "value",
        "(Ljava/lang/Object;" + OwnLookup.DESCRIPTOR + FIELD + ")Ljava/lang/Object;");
    value.unbox(type);
  }

  private static void link(
      MethodVisitor code,
      String method,
      String type,
      String named,
      String field,
      String descriptor) {
    code.visitInvokeDynamicInsn(
        method,
        type,
        new Handle(H_INVOKESTATIC, LINKS, method, BOOTSTRAP, false),
        Type.getObjectType(named),
        field,
        descriptor);
  }

  private static void name(MethodVisitor code, String named, String field, String descriptor) {
    code.visitLdcInsn(named.replace('/', '.'));
    code.visitLdcInsn(field);
    code.visitLdcInsn(descriptor);
  }
}
