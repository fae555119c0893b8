/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.reflect.Field;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractQueue;
import java.util.AbstractSequentialList;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Finds out what kind of {@link MutableHolder} an object is. The JDK's own collections and maps and
 * what inherits from them are; wrappers (synchronized, unmodifiable) are looked through. Weak maps
 * are no holders: a copy would hold what they should let go.
 */
public final class MutableHolders {
  private static final Set<Class<?>> SKELETONS =
      Set.of(
          Object.class,
          AbstractCollection.class,
          AbstractList.class,
          AbstractSequentialList.class,
          AbstractSet.class,
          AbstractQueue.class,
          AbstractMap.class,
          Dictionary.class);

  /** Fields by which wrappers of java.util refer to what they wrap. */
  private static final List<String> WRAPPED = List.of("c", "m", "a", "al");

  private static final String IMMUTABLE = "java.util.ImmutableCollections$";
  private static final List<String> WRAPPERS =
      List.of(
          "java.util.Collections$Synchronized",
          "java.util.Collections$Unmodifiable",
          "java.util.Collections$Checked",
          "java.util.Collections$SetFromMap",
          "java.util.concurrent.CopyOnWriteArraySet",
          "java.util.Arrays$ArrayList");

  private MutableHolders() {}

  /** What is behind wrappers of the JDK; the object itself if it is none. */
  public static Object unwrap(Object object) {
    Object at = object;
    while (WRAPPERS.stream().anyMatch(at.getClass().getName()::startsWith)) {
      at = wrapped(at);
    }
    return at;
  }

  /** Whether it can be read but never changes; its elements may. */
  public static boolean isFixed(Object object) {
    String name = object.getClass().getName();
    return name.startsWith(IMMUTABLE)
        || name.startsWith("java.util.Collections$Empty")
        || name.startsWith("java.util.Collections$Singleton")
        || name.contains(".collect.Immutable")
        || name.contains(".collect.RegularImmutable")
        || name.contains(".collect.SingletonImmutable");
  }

  /** The elements of something fixed. */
  public static Object[] elements(Object fixed) {
    if (fixed instanceof Collection<?> collection) {
      return collection.toArray();
    }
    return fixed instanceof Map<?, ?> map ? map.values().toArray() : new Object[0];
  }

  /** The object as a container, unless it is none or is weak. */
  @SuppressWarnings("unchecked") // a cleared collection takes back what it gave
  public static Optional<MutableHolder> of(Object object) {
    if (object instanceof Object[] array) {
      return Optional.of(new MutableHolder.ArrayOf(array));
    } else if (object instanceof AtomicReference<?> reference) {
      return Optional.of(new MutableHolder.ReferenceTo((AtomicReference<Object>) reference));
    } else if (object instanceof AtomicMarkableReference<?> reference) {
      return Optional.of(
          new MutableHolder.MarkedReferenceTo((AtomicMarkableReference<Object>) reference));
    } else if (object instanceof AtomicBoolean flag) {
      return Optional.of(new MutableHolder.Flag(flag));
    } else if (object instanceof AtomicReferenceArray<?> array) {
      return Optional.of(new MutableHolder.AtomicArrayOf((AtomicReferenceArray<Object>) array));
    } else if (!inheritsContent(object.getClass()) || isWeak(object)) {
      return Optional.empty();
    } else if (object instanceof Collection<?> collection) {
      return Optional.of(
          new MutableHolder.CollectionOf((Collection<Object>) collection, !isHashed(object)));
    }
    return object instanceof Map<?, ?> map
        ? Optional.of(new MutableHolder.MapOf((Map<Object, Object>) map, !isHashed(object)))
        : Optional.empty();
  }

  private static boolean isWeak(Object object) {
    return object instanceof WeakHashMap || object.getClass().getName().contains("Weak");
  }

  /** Whether the class keeps its elements as a class of the JDK does. */
  private static boolean inheritsContent(Class<?> type) {
    Class<?> at = type;
    while (at.getClassLoader() != null) {
      at = at.getSuperclass();
      if (at == null) {
        return false;
      }
    }
    return !SKELETONS.contains(at)
        && (at.getPackageName().equals("java.util")
            || at.getPackageName().equals("java.util.concurrent"));
  }

  private static boolean isHashed(Object object) {
    boolean linked = object instanceof LinkedHashMap || object instanceof LinkedHashSet;
    return !linked
        && (object instanceof HashMap
            || object instanceof HashSet
            || object instanceof Hashtable
            || object instanceof IdentityHashMap
            || object instanceof ConcurrentHashMap
            || object instanceof ConcurrentHashMap.KeySetView);
  }

  private static Object wrapped(Object wrapper) {
    for (Class<?> at = wrapper.getClass(); at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (WRAPPED.contains(field.getName())) {
          return read(field, wrapper);
        }
      }
    }
    throw new IllegalStateException(wrapper.getClass() + " wraps nothing that is known");
  }

  private static Object read(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " not readable", e);
    }
  }
}
