/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.hpcreuse.cleanup.state.LoaderOwnership;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * A map that drops keys which nobody else holds. What it held is not remembered, since that would
 * hold it; what belongs to a container is taken out. Most of it goes with the container's loader,
 * but classes that are kept for the next container are such keys, and so is their loader: {@code
 * Enums} of Guava keeps the constants of an enum by its class.
 *
 * <p>An entry is taken out as the garbage collector does it, so that no key is asked for its hash.
 * Source: WeakHashMap of OpenJDK 17 to 25.
 */
final class WeakMapSnapshot extends Snapshot {
  private static final Redacted.Label NONE = new Redacted.Label("nothing of containers");

  private final WeakHashMap<?, ?> map;
  private final ClassLoader framework;

  /**
   * Looks after one.
   *
   * @param framework the loader that outlives containers
   */
  WeakMapSnapshot(ReachedObject at, WeakHashMap<?, ?> map, ClassLoader framework) {
    super(at);
    this.map = map;
    this.framework = framework;
  }

  @Override
  void take(Capture capture) {}

  @Override
  void compare(DifferenceListener differences) {
    int left = containers().size();
    if (left > 0) {
      differences.add(at(), NONE, new Redacted.Label(left + " entries of containers"));
    }
  }

  @Override
  int restore() {
    List<Reference<?>> left = containers();
    left.forEach(Reference::enqueue);
    if (!left.isEmpty() && map.size() > 0 && !containers().isEmpty()) {
      throw new IllegalStateException(at().place() + " does not let go of what is a container's");
    }
    return left.size();
  }

  @Override
  Object[] mark() {
    return new Object[] {containers().size()};
  }

  /** The entries whose key or value is a container's; each is the reference to its key. */
  private List<Reference<?>> containers() {
    List<Reference<?>> found = new ArrayList<>();
    for (Object bucket : table()) {
      for (Object entry = bucket; entry != null; entry = field(entry, "next")) {
        Reference<?> key = (Reference<?>) entry;
        if (belongsToContainer(key.get())
            || belongsToContainer(((Map.Entry<?, ?>) entry).getValue())) {
          found.add(key);
        }
      }
    }
    return found;
  }

  private Object[] table() {
    return (Object[]) field(map, "table");
  }

  private static Object field(Object owner, String name) {
    try {
      return ReflectiveAccess.of(owner).get(name);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.util.WeakHashMap has changed", e);
    }
  }

  private boolean belongsToContainer(Object held) {
    return LoaderOwnership.isOfContainer(held, framework);
  }
}
