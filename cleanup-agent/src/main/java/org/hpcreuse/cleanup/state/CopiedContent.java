/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A map or set of the JDK's own, with keys of the JDK's own, and what it held. What is held is
 * compared by identity.
 */
final class CopiedContent {
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
