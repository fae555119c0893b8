/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What an object of the JDK held in the fields that its setters write. For objects that stay, and
 * that each container reaches: to compare them by identity would miss what was set. References are
 * compared by identity, numbers, flags and strings by value; no method of a container's class is
 * called. Maps and sets are copied, all else is held as it is.
 */
public final class HeldState {
  private final Object owner;
  private final Map<Field, Object> values = new LinkedHashMap<>();

  private HeldState(Object owner) {
    this.owner = owner;
  }

  /** All fields that are not final and that classes of the JDK declare. */
  public static HeldState of(Object owner) {
    HeldState state = new HeldState(owner);
    for (Class<?> at = owner.getClass(); at != Object.class; at = at.getSuperclass()) {
      if (at.getClassLoader() == null) {
        for (Field field : at.getDeclaredFields()) {
          state.take(field);
        }
      }
    }
    return state;
  }

  private void take(Field field) {
    if (Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers())) {
      return;
    }
    field.setAccessible(true);
    Object value = read(field);
    Optional<CopiedContent> copy = CopiedContent.of(value);
    values.put(field, copy.isPresent() ? copy.get() : value);
  }

  /** Makes the fields what they were, where they are not. */
  public void restore() {
    values.forEach(
        (field, before) -> {
          Object now = read(field);
          if (before instanceof CopiedContent copy) {
            copy.restore();
            if (now != copy.container()) {
              write(field, copy.container());
            }
          } else if (!isSame(before, now)) {
            write(field, before);
          }
        });
  }

  /** What {@code now}, of the same object, holds otherwise. */
  public List<Residue> differences(String kind, String where, HeldState now) {
    List<Residue> found = new ArrayList<>();
    values.forEach(
        (field, before) -> {
          Object after = now.values.get(field);
          if (!isSame(before, after)) {
            String place = where + "." + field.getName();
            found.add(new Residue(kind, place, Redacted.value(before), Redacted.value(after), ""));
          }
        });
    return found;
  }

  /** Whether it is about the same object. */
  public boolean isOfSame(HeldState other) {
    return owner == other.owner;
  }

  /** The object's class. */
  public String type() {
    return owner.getClass().getName();
  }

  private static boolean isSame(Object one, Object other) {
    if (one instanceof CopiedContent copy && other instanceof CopiedContent others) {
      return copy.isSame(others);
    }
    boolean isValue = one instanceof Boolean || one instanceof Number || one instanceof String;
    return one == other || (isValue && one.equals(other));
  }

  /** The same object holding the same. */
  @Override
  public boolean equals(Object other) {
    return other instanceof HeldState state
        && owner == state.owner
        && values.keySet().equals(state.values.keySet())
        && values.entrySet().stream()
            .allMatch(entry -> isSame(entry.getValue(), state.values.get(entry.getKey())));
  }

  @Override
  public int hashCode() {
    return Objects.hash(System.identityHashCode(owner), values.size());
  }

  private Object read(Field field) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " not readable", e);
    }
  }

  private void write(Field field, Object value) {
    try {
      field.set(owner, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " not writable", e);
    }
  }
}
