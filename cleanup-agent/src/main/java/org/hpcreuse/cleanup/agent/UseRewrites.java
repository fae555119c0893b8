/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/**
 * The ways in which the JDK's code has a class initialised, or uses its fields, where the code of
 * the class itself is not asked: {@code Class.forName}, fields by reflection, handles of fields.
 */
final class UseRewrites {
  private static final String CLASSES = "org/hpcreuse/cleanup/boot/KeptClasses";
  private static final List<String> LOOKED_UP =
      List.of(
          "findStaticGetter",
          "findStaticSetter",
          "findStaticVarHandle",
          "unreflectGetter",
          "unreflectSetter",
          "unreflectVarHandle",
          "ensureInitialized");

  private UseRewrites() {}

  static List<Rewrite> all() {
    return List.of(byName(), fields(), handles());
  }

  static List<Class<?>> classes() {
    return List.of(Class.class, Field.class, MethodHandles.Lookup.class);
  }

  private static Rewrite byName() {
    return new Rewrite(
        "java/lang/Class",
        Map.of(
            "forName(Ljava/lang/String;)Ljava/lang/Class;",
            new MethodRewrite.Epilogue(
                m -> {
                  m.visitInsn(DUP);
                  m.visitMethodInsn(INVOKESTATIC, CLASSES, "used", "(Ljava/lang/Class;)V", false);
                }),
            "forName(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
            new MethodRewrite.Epilogue(
                m -> {
                  m.visitInsn(DUP);
                  m.visitVarInsn(ILOAD, 1);
                  m.visitMethodInsn(INVOKESTATIC, CLASSES, "used", "(Ljava/lang/Class;Z)V", false);
                })));
  }

  /** An accessor is made once for each field that reflection has been asked for. */
  private static Rewrite fields() {
    List<String> names = List.of("acquireFieldAccessor", "acquireOverrideFieldAccessor");
    return methods(Field.class, names, method -> uses(0, Field.class));
  }

  private static Rewrite handles() {
    return methods(
        MethodHandles.Lookup.class, LOOKED_UP, method -> uses(1, method.getParameterTypes()[0]));
  }

  /**
   * A class or field in a local variable is used.
   *
   * @param type of the variable
   */
  private static MethodRewrite uses(int variable, Class<?> type) {
    String descriptor = "(" + Type.getDescriptor(type) + ")V";
    return new MethodRewrite.Prologue(
        m -> {
          m.visitVarInsn(ALOAD, variable);
          m.visitMethodInsn(INVOKESTATIC, CLASSES, "used", descriptor, false);
        });
  }

  /** All methods of these names: their parameters differ between JDKs. */
  private static Rewrite methods(
      Class<?> type, List<String> names, Function<Method, MethodRewrite> change) {
    return new Rewrite(
        Type.getInternalName(type),
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> names.contains(method.getName()))
            .collect(
                Collectors.toMap(
                    method -> method.getName() + Type.getMethodDescriptor(method), change)));
  }
}
