/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASTORE;
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
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The ways in which the JDK's code has a class initialised, or uses its fields, where the code of
 * the class itself is not asked: {@code Class.forName}, fields by reflection, handles of fields,
 * hidden classes. Beside them, what the JVM keeps with the classes: lambda expressions and native
 * libraries.
 */
final class UseRewrites {
  private static final String CLASSES = "org/hpcreuse/cleanup/boot/KeptClasses";

  /** Methods whose first parameter is what is used. */
  private static final List<String> LOOKED_UP =
      List.of("unreflectGetter", "unreflectSetter", "unreflectVarHandle", "ensureInitialized");

  /** Methods whose parameters are a class, the name of a field, and its type. */
  private static final List<String> NAMED =
      List.of("findStaticGetter", "findStaticSetter", "findStaticVarHandle");

  private static final String LOOKUP = Type.getDescriptor(MethodHandles.Lookup.class);

  private static final String OPTIONS =
      Type.getDescriptor(MethodHandles.Lookup.ClassOption[].class);

  private static final List<String> HIDDEN =
      List.of("defineHiddenClass", "defineHiddenClassWithClassData");

  private static final String LIBRARIES = "jdk.internal.loader.NativeLibraries";

  private UseRewrites() {}

  static List<Rewrite> all() {
    return List.of(byName(), fields(), handles(), libraries());
  }

  static List<Class<?>> classes() {
    return List.of(Class.class, Field.class, MethodHandles.Lookup.class, classNamed(LIBRARIES));
  }

  /** From JDK 18 on, reflection and method handles call those with the caller's class. */
  private static Rewrite byName() {
    Map<String, MethodRewrite> all = new HashMap<>();
    for (Method method : Class.class.getDeclaredMethods()) {
      if (method.getName().equals("forName")) {
        String key = method.getName() + Type.getMethodDescriptor(method);
        if (takes(method, String.class, boolean.class, ClassLoader.class)
            || takes(method, String.class, boolean.class, ClassLoader.class, Class.class)) {
          all.put(key, tellsResult(m -> m.visitVarInsn(ILOAD, 1), "(Ljava/lang/Class;Z)V"));
        } else if (takes(method, String.class) || takes(method, String.class, Class.class)) {
          all.put(key, tellsResult(m -> {}, "(Ljava/lang/Class;)V"));
        }
      }
    }
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
   * Hidden classes: a program's own, and those of lambda expressions. JDK 17 defines these by the
   * same methods, later ones by one with flags.
   */
  private static Map<String, MethodRewrite> hiddenClasses(Class<?> lookup) {
    Map<String, MethodRewrite> all = new HashMap<>();
    for (Method method : lookup.getDeclaredMethods()) {
      int last = method.getParameterCount(); // each takes one local variable, the first is this
      if (HIDDEN.contains(method.getName())) {
        all.put(
            method.getName() + Type.getMethodDescriptor(method),
            new MethodRewrite.Prologue(
                m -> {
                  m.visitVarInsn(ALOAD, 0);
                  m.visitMethodInsn(INVOKESTATIC, CLASSES, "hidden", "(" + LOOKUP + ")V", false);
                  m.visitVarInsn(ALOAD, 0);
                  m.visitVarInsn(ALOAD, last);
                  m.visitMethodInsn(
                      INVOKESTATIC,
                      CLASSES,
                      "lambda",
                      "(" + LOOKUP + OPTIONS + ")" + OPTIONS,
                      false);
                  m.visitVarInsn(ASTORE, last);
                }));
      } else if (isOfLambdas(method)) {
        all.put(
            method.getName() + Type.getMethodDescriptor(method),
            new MethodRewrite.Prologue(
                m -> {
                  m.visitVarInsn(ALOAD, 0);
                  m.visitVarInsn(ILOAD, last);
                  m.visitMethodInsn(INVOKESTATIC, CLASSES, "lambda", "(" + LOOKUP + "I)I", false);
                  m.visitVarInsn(ISTORE, last);
                }));
      }
    }
    return all;
  }

  private static boolean isOfLambdas(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return method.getName().equals("makeHiddenClassDefiner")
        && types.length == 4
        && types[0] == String.class
        && types[3] == int.class;
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
                    m -> {
                      m.visitVarInsn(ALOAD, 1);
                      m.visitVarInsn(ALOAD, 2);
                      m.visitMethodInsn(
                          INVOKESTATIC,
                          CLASSES,
                          "library",
                          "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/String;",
                          false);
                      m.visitVarInsn(ASTORE, 2);
                    })));
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
    Map<String, MethodRewrite> found =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().matches(name))
            .filter(which)
            .collect(
                Collectors.toMap(
                    method -> method.getName() + Type.getMethodDescriptor(method), change));
    if (found.isEmpty()) {
      throw new IllegalStateException(type.getName() + " has no method " + name);
    }
    return found;
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
