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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/**
 * The ways in which the JDK's code has a class initialised, or uses its fields, where the code of
 * the class itself is not asked: {@code Class.forName}, fields by reflection, handles of fields,
 * hidden classes.
 */
final class UseRewrites {
  private static final String CLASSES = "org/hpcreuse/cleanup/boot/KeptClasses";

  /** Methods whose first parameter is what is used. */
  private static final List<String> LOOKED_UP =
      List.of("unreflectGetter", "unreflectSetter", "unreflectVarHandle", "ensureInitialized");

  /** Methods whose parameters are a class, the name of a field, and its type. */
  private static final List<String> NAMED =
      List.of("findStaticGetter", "findStaticSetter", "findStaticVarHandle");

  private static final List<String> HIDDEN =
      List.of("defineHiddenClass", "defineHiddenClassWithClassData");

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
    return new Rewrite(
        Type.getInternalName(Field.class),
        methods(
            Field.class,
            "acquire(Override)?FieldAccessor",
            method -> tells("used", 0, Field.class)));
  }

  private static Rewrite handles() {
    Class<?> lookup = MethodHandles.Lookup.class;
    Map<String, MethodRewrite> all = new HashMap<>();
    for (String name : LOOKED_UP) {
      all.putAll(methods(lookup, name, method -> tells("used", 1, method.getParameterTypes()[0])));
    }
    for (String name : NAMED) {
      all.putAll(methods(lookup, name, method -> tells("used", 1, method.getParameterTypes())));
    }
    for (String name : HIDDEN) {
      all.putAll(methods(lookup, name, method -> tells("hidden", 0, lookup)));
    }
    return new Rewrite(Type.getInternalName(lookup), all);
  }

  /**
   * Tells of what is used, by local variables.
   *
   * @param first the number of the first
   * @param types their types, one after the other
   */
  private static MethodRewrite tells(String hook, int first, Class<?>... types) {
    Type[] told = Arrays.stream(types).map(Type::getType).toArray(Type[]::new);
    String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, told);
    return new MethodRewrite.Prologue(
        m -> {
          for (int i = 0; i < types.length; i++) {
            m.visitVarInsn(ALOAD, first + i);
          }
          m.visitMethodInsn(INVOKESTATIC, CLASSES, hook, descriptor, false);
        });
  }

  /**
   * All methods of that name: their parameters differ between JDKs.
   *
   * @param name a regular expression
   * @throws IllegalStateException when there is none
   */
  private static Map<String, MethodRewrite> methods(
      Class<?> type, String name, Function<Method, MethodRewrite> change) {
    Map<String, MethodRewrite> found =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().matches(name))
            .collect(
                Collectors.toMap(
                    method -> method.getName() + Type.getMethodDescriptor(method), change));
    if (found.isEmpty()) {
      throw new IllegalStateException(type.getName() + " has no method " + name);
    }
    return found;
  }
}
