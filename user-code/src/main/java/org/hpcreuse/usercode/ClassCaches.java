/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.SoftReference;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * What the JDK keeps in a {@link Class} of what it has computed for its users: the constants of an
 * enum, annotations (with constants in them), fields that reflection has been asked for (with
 * accessors that have seen the class initialised), and what others have put there by {@link
 * ClassValue}.
 *
 * <p>Without it a container gets the enum constants of the one before from {@code EnumSet}.
 *
 * <p>A proxy's class stays as it is, and keeps the methods of its interfaces; each remembers its
 * annotations and those of its parameters.
 *
 * <p>Source: the fields of java.lang.Class, Executable, Method and Parameter in OpenJDK 17 to 25.
 */
final class ClassCaches {
  /** Sees all that the JDK has, in every module. */
  private static final MethodHandles.Lookup JDK = jdk();

  private static final List<VarHandle> FIELDS =
      List.of(
          field("enumConstants", Object[].class),
          field("enumConstantDirectory", Map.class),
          field("annotationData", nested("AnnotationData")),
          field("annotationType", named("sun.reflect.annotation.AnnotationType")),
          field("reflectionData", SoftReference.class),
          field("classValueMap", named("java.lang.ClassValue$ClassValueMap")));

  private static final VarHandle ANNOTATIONS =
      field(Executable.class, "declaredAnnotations", Map.class);
  private static final VarHandle PARAMETER_ANNOTATIONS =
      field(Parameter.class, "declaredAnnotations", Map.class);
  private static final VarHandle ROOT = field(Method.class, "root", Method.class);

  private ClassCaches() {}

  private static Class<?> nested(String name) {
    return named("java.lang.Class$" + name);
  }

  private static Class<?> named(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      throw changed(e);
    }
  }

  private static VarHandle field(String name, Class<?> type) {
    return field(Class.class, name, type);
  }

  private static MethodHandles.Lookup jdk() {
    Class<MethodHandles.Lookup> type = MethodHandles.Lookup.class;
    try {
      return ReflectiveAccess.ofClass(type).get("IMPL_LOOKUP", type);
    } catch (ReflectiveOperationException e) {
      throw changed(e);
    }
  }

  private static VarHandle field(Class<?> owner, String name, Class<?> type) {
    try {
      return JDK.findVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw changed(e);
    }
  }

  private static IllegalStateException changed(ReflectiveOperationException e) {
    return new IllegalStateException("the JDK's reflection has changed", e);
  }

  /** Empties those of a class that nobody uses just now. */
  static void empty(Class<?> type) {
    if (Proxy.isProxyClass(type) && LoadedClasses.isInitialized(type)) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == Method.class) {
          empty(methodOf(type, field));
        }
      }
    }
    for (VarHandle field : FIELDS) {
      field.set(type, null);
    }
  }

  private static Method methodOf(Class<?> proxy, Field field) {
    try {
      return (Method) JDK.findStaticVarHandle(proxy, field.getName(), Method.class).get();
    } catch (ReflectiveOperationException e) {
      throw changed(e);
    }
  }

  /** A method found by reflection is a copy: what it computes, its root keeps as well. */
  private static void empty(Method method) {
    for (Method at = method; at != null; at = (Method) ROOT.get(at)) {
      ANNOTATIONS.set(at, null);
      for (Parameter parameter : at.getParameters()) {
        PARAMETER_ANNOTATIONS.set(parameter, null);
      }
    }
  }
}
