/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.ISTORE;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.agent.MethodRewrite;
import org.hpcreuse.cleanup.agent.Rewrite;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The ways in which the JDK's code has a class initialised, or uses its fields, where the code of
 * the class itself is not asked: {@code Class.forName}, fields by reflection, handles of fields,
 * hidden classes. Beside them, what the JVM keeps with the classes: lambda expressions and native
 * libraries.
 */
public final class UseRewrites {
  private static final String CLASSES = "org/hpcreuse/cleanup/boot/kept/KeptClasses";

  /** Methods whose first parameter is what is used. */
  private static final List<String> LOOKED_UP =
      List.of("unreflectGetter", "unreflectSetter", "unreflectVarHandle", "ensureInitialized");

  /** Methods whose parameters are a class, the name of a field, and its type. */
  private static final List<String> NAMED =
      List.of("findStaticGetter", "findStaticSetter", "findStaticVarHandle");

  private static final Type LOOKUP = Type.getType(MethodHandles.Lookup.class);

  private static final Type OPTIONS = Type.getType(MethodHandles.Lookup.ClassOption[].class);

  private static final List<String> HIDDEN =
      List.of("defineHiddenClass", "defineHiddenClassWithClassData");

  private static final String LIBRARIES = "jdk.internal.loader.NativeLibraries";

  private UseRewrites() {}

  /** One for each of the classes. */
  public static List<Rewrite> all() {
    return List.of(byName(), fields(), handles(), libraries());
  }

  /** From JDK 18 on, reflection and method handles call those with the caller's class. */
  private static Rewrite byName() {
    Map<String, MethodRewrite> all = new HashMap<>();
    all.putAll(
        methods(
            Class.class,
            "forName",
            method -> takes(method, String.class) || takes(method, String.class, Class.class),
            method -> tellsResult(m -> {}, "(Ljava/lang/Class;)V")));
    all.putAll(
        methods(
            Class.class,
            "forName",
            method ->
                takes(method, String.class, boolean.class, ClassLoader.class)
                    || takes(method, String.class, boolean.class, ClassLoader.class, Class.class),
            method -> tellsResult(m -> m.visitVarInsn(ILOAD, 1), "(Ljava/lang/Class;Z)V")));
    return new Rewrite("java/lang/Class", all);
  }

  /**
   * Tells of the class that a method returns.
   *
   * @param more what else it tells
   */
  private static MethodRewrite tellsResult(Consumer<MethodVisitor> more, String descriptor) {
    return new MethodRewrite.Epilogue(
        m -> {
          m.visitInsn(DUP);
          more.accept(m);
          m.visitMethodInsn(INVOKESTATIC, CLASSES, "used", descriptor, false);
        });
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
    all.putAll(hiddenClasses(lookup));
    return new Rewrite(Type.getInternalName(lookup), all);
  }

  /**
   * Those of lambda expressions are defined by the methods for a program's own, as in JDK 17, or by
   * one with flags.
   */
  private static Map<String, MethodRewrite> hiddenClasses(Class<?> lookup) {
    Map<String, MethodRewrite> all = new HashMap<>();
    for (String name : HIDDEN) {
      all.putAll(methods(lookup, name, UseRewrites::tellsHidden));
    }
    all.putAll(
        present(
            lookup,
            "makeHiddenClassDefiner",
            UseRewrites::takesFlags,
            method ->
                new MethodRewrite.Prologue(
                    m -> replaces(m, "lambda", 0, LOOKUP, last(method), Type.INT_TYPE))));
    return all;
  }

  private static MethodRewrite tellsHidden(Method method) {
    return new MethodRewrite.Prologue(
        m -> {
          m.visitVarInsn(ALOAD, 0);
          m.visitMethodInsn(INVOKESTATIC, CLASSES, "hidden", "(" + LOOKUP + ")V", false);
          replaces(m, "lambda", 0, LOOKUP, last(method), OPTIONS);
        });
  }

  private static boolean takesFlags(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return types.length == 4 && types[0] == String.class && types[3] == int.class;
  }

  /** The local variable of the last parameter: each takes one, and the first is this. */
  private static int last(Method method) {
    return method.getParameterCount();
  }

  /** A library is loaded by the path in the second parameter. */
  private static Rewrite libraries() {
    return new Rewrite(
        LIBRARIES.replace('.', '/'),
        methods(
            classNamed(LIBRARIES),
            "loadLibrary",
            method -> takes(method, Class.class, String.class, boolean.class),
            method ->
                new MethodRewrite.Prologue(
                    m ->
                        replaces(
                            m,
                            "library",
                            1,
                            Type.getType(Class.class),
                            2,
                            Type.getType(String.class)))));
  }

  /**
   * Puts what a hook returns in place of a local variable; the hook gets another one, too.
   *
   * @param other the number of that one
   */
  private static void replaces(
      MethodVisitor m, String hook, int other, Type itsType, int replaced, Type type) {
    m.visitVarInsn(ALOAD, other);
    m.visitVarInsn(type.getOpcode(ILOAD), replaced);
    m.visitMethodInsn(
        INVOKESTATIC, CLASSES, hook, Type.getMethodDescriptor(type, itsType, type), false);
    m.visitVarInsn(type.getOpcode(ISTORE), replaced);
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
    return methods(type, name, method -> true, change);
  }

  private static Map<String, MethodRewrite> methods(
      Class<?> type, String name, Predicate<Method> which, Function<Method, MethodRewrite> change) {
    Map<String, MethodRewrite> found = present(type, name, which, change);
    if (found.isEmpty()) {
      throw new IllegalStateException(type.getName() + " has no method " + name);
    }
    return found;
  }

  /** The same, and none where the JDK has none. */
  private static Map<String, MethodRewrite> present(
      Class<?> type, String name, Predicate<Method> which, Function<Method, MethodRewrite> change) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.getName().matches(name))
        .filter(which)
        .collect(
            Collectors.toMap(
                method -> method.getName() + Type.getMethodDescriptor(method), change));
  }

  private static boolean takes(Method method, Class<?>... types) {
    return Arrays.equals(method.getParameterTypes(), types);
  }

  private static Class<?> classNamed(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the JDK has no class " + name, e);
    }
  }
}
