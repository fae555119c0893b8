/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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

  /**
   * A map or set of the JDK's own, with keys of the JDK's own, and what it held. What is held is
   * compared by identity.
   */
  private static final class CopiedContent {
    private static final Set<Class<?>> KNOWN =
        Set.of(
            HashMap.class,
            LinkedHashMap.class,
            ConcurrentHashMap.class,
            HashSet.class,
            LinkedHashSet.class);

    private final Object container;
    private final List<Object> before;

    private CopiedContent(Object container) {
      this.container = container;
      before = read(container);
    }

    /** A copy, unless the object is no such container. */
    static Optional<CopiedContent> of(Object object) {
      return object != null && KNOWN.contains(object.getClass())
          ? Optional.of(new CopiedContent(object))
          : Optional.empty();
    }

    Object container() {
      return container;
    }

    /** Of a map key, value, key, value … */
    private static List<Object> read(Object container) {
      if (container instanceof Collection<?> collection) {
        return new ArrayList<>(collection);
      }
      List<Object> content = new ArrayList<>();
      ((Map<?, ?>) container)
          .forEach(
              (key, value) -> {
                content.add(key);
                content.add(value);
              });
      return content;
    }

    /** Makes it hold that again, where it does not. */
    void restore() {
      if (!holds(read(container), before)) {
        write();
      }
    }

    @SuppressWarnings("unchecked") // takes back what it gave
    private void write() {
      if (container instanceof Collection<?> collection) {
        collection.clear();
        ((Collection<Object>) collection).addAll(before);
        return;
      }
      Map<Object, Object> map = (Map<Object, Object>) container;
      map.clear();
      for (int i = 0; i < before.size(); i += 2) {
        map.put(before.get(i), before.get(i + 1));
      }
    }

    /** Whether it is the same container with the same content. */
    boolean isSame(CopiedContent other) {
      return container == other.container && holds(before, other.before);
    }

    private static boolean holds(List<Object> one, List<Object> other) {
      if (one.size() != other.size()) {
        return false;
      }
      for (int i = 0; i < one.size(); i++) {
        if (one.get(i) != other.get(i)) {
          return false;
        }
      }
      return true;
    }
  }
}
