/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Map;

/**
 * What the JDK keeps in a {@link Class} of what it has computed for its users: the constants of an
 * enum, annotations (with constants in them), fields that reflection has been asked for (with
 * accessors that have seen the class initialised), and what others have put there by {@link
 * ClassValue}.
 *
 * <p>Without it a container gets the enum constants of the one before from {@code EnumSet}.
 *
 * <p>Source: the fields of java.lang.Class in OpenJDK 17 to 25.
 */
final class ClassCaches {
  private static final List<VarHandle> FIELDS =
      List.of(
          field("enumConstants", Object[].class),
          field("enumConstantDirectory", Map.class),
          field("annotationData", nested("AnnotationData")),
          field("annotationType", named("sun.reflect.annotation.AnnotationType")),
          field("reflectionData", SoftReference.class),
          field("classValueMap", named("java.lang.ClassValue$ClassValueMap")));

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
    try {
      return MethodHandles.privateLookupIn(Class.class, MethodHandles.lookup())
          .findVarHandle(Class.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw changed(e);
    }
  }

  private static IllegalStateException changed(ReflectiveOperationException e) {
    return new IllegalStateException("java.lang.Class has changed", e);
  }

  /** Empties those of a class that nobody uses just now. */
  static void empty(Class<?> type) {
    for (VarHandle field : FIELDS) {
      field.set(type, null);
    }
  }
}
