/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a class that matter.
 *
 * @param variables not final
 * @param constants final, and what they refer to may change
 */
public record FieldLayout(List<Variable> variables, List<Variable> constants) {
  /**
   * One field.
   *
   * @param field made accessible
   * @param rule how it is treated; null when it is simply restored
   * @param initial what it holds before any initialiser
   */
  public record Variable(Field field, Rule rule, Object initial) {}

  /**
   * The static fields of a class.
   *
   * @throws LinkageError if a field's type is not there
   */
  public static FieldLayout ofStatics(Class<?> type) {
    return of(List.of(type), true);
  }

  /** The fields of an object of that class, down to the first superclass of another loader. */
  public static FieldLayout ofInstance(Class<?> type) {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> at = type;
        at != null && at.getClassLoader() == type.getClassLoader();
        at = at.getSuperclass()) {
      types.add(at);
    }
    return of(types, false);
  }

  /** Whether initialisers of other classes write to some of the fields. */
  public boolean hasRegistrations() {
    return variables.stream()
        .anyMatch(
            variable -> variable.rule() != null && variable.rule().effect() == Rule.Effect.ADD);
  }

  /** Whether no field matters. */
  public boolean isEmpty() {
    return variables.isEmpty() && constants.isEmpty();
  }

  private static FieldLayout of(List<Class<?>> types, boolean statics) {
    List<Variable> variables = new ArrayList<>();
    List<Variable> constants = new ArrayList<>();
    for (Class<?> type : types) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) == statics && isOfInterest(field)) {
          field.setAccessible(true);
          boolean isFinal = Modifier.isFinal(field.getModifiers());
          (isFinal ? constants : variables)
              .add(new Variable(field, Rules.of(field).orElse(null), initial(field.getType())));
        }
      }
    }
    return new FieldLayout(List.copyOf(variables), List.copyOf(constants));
  }

  private static boolean isOfInterest(Field field) {
    Class<?> type = field.getType();
    return !Modifier.isFinal(field.getModifiers())
        || !(type.isPrimitive() || type == String.class || type == Class.class);
  }

  private static Object initial(Class<?> type) {
    return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
  }
}
