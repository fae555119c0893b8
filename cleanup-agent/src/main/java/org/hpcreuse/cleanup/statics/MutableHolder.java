/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Something of the JDK that holds references and can be made to hold others. */
public sealed interface MutableHolder {
  /** How often {@link #readSteadily} tries. */
  int TRIES = 4;

  /** The thing itself. */
  Object thing();

  /** What it holds: of a map key, value, key, value … */
  Object[] read();

  /**
   * The same for a holder that threads which serve the whole JVM may change meanwhile.
   *
   * @throws ConcurrentModificationException when it changes each time it is read
   */
  default Object[] readSteadily() {
    for (int tried = 1; ; tried++) {
      try {
        return read();
      } catch (ConcurrentModificationException e) {
        if (tried == TRIES) {
          throw e;
        }
      }
    }
  }

  /** Makes it hold that and nothing else. */
  void write(Object[] content);

  /** How many entries of {@link #read} belong together. */
  default int stride() {
    return 1;
  }

  /** Whether two different orders of the same content are two different contents. */
  default boolean isOrdered() {
    return true;
  }

  /** Whether it always holds as many things as when it was made. */
  default boolean isFixedSize() {
    return true;
  }

  /** Whether it may call hashCode, equals or compareTo of what it holds. */
  default boolean callsElements() {
    return false;
  }

  /** An array of references. */
  final class ArrayOf implements MutableHolder {
    private final Object[] array;

    ArrayOf(Object[] array) {
      this.array = array;
    }

    @Override
    public Object thing() {
      return array;
    }

    @Override
    public Object[] read() {
      return Arrays.copyOf(array, array.length, Object[].class);
    }

    @Override
    public void write(Object[] content) {
      System.arraycopy(content, 0, array, 0, array.length);
    }
  }

  /** A collection that can be cleared. */
  record CollectionOf(Collection<Object> thing, boolean isOrdered) implements MutableHolder {
    @Override
    public Object[] read() {
      return thing.toArray();
    }

    @Override
    public boolean isFixedSize() {
      return false;
    }

    @Override
    public void write(Object[] content) {
      thing.clear();
      Collections.addAll(thing, content);
    }

    @Override
    public boolean callsElements() {
      return !(thing instanceof List);
    }
  }

  /** A map that can be cleared. */
  record MapOf(Map<Object, Object> thing, boolean isOrdered) implements MutableHolder {
    @Override
    public Object[] read() {
      List<Object> content = new ArrayList<>(2 * thing.size());
      for (Map.Entry<Object, Object> entry : thing.entrySet()) {
        content.add(entry.getKey());
        content.add(entry.getValue());
      }
      return content.toArray();
    }

    @Override
    public boolean isFixedSize() {
      return false;
    }

    @Override
    public void write(Object[] content) {
      thing.clear();
      for (int i = 0; i < content.length; i += 2) {
        thing.put(content[i], content[i + 1]);
      }
    }

    @Override
    public int stride() {
      return 2;
    }

    @Override
    public boolean callsElements() {
      return true;
    }
  }

  /** An atomic reference. */
  record ReferenceTo(AtomicReference<Object> thing) implements MutableHolder {
    @Override
    public Object[] read() {
      return new Object[] {thing.get()};
    }

    @Override
    public void write(Object[] content) {
      thing.set(content[0]);
    }
  }

  /** An atomic reference with a mark. */
  record MarkedReferenceTo(AtomicMarkableReference<Object> thing) implements MutableHolder {
    @Override
    public Object[] read() {
      return new Object[] {thing.getReference(), thing.isMarked()};
    }

    @Override
    public void write(Object[] content) {
      thing.set(content[0], (Boolean) content[1]);
    }
  }

  /** An atomic flag. */
  record Flag(AtomicBoolean thing) implements MutableHolder {
    @Override
    public Object[] read() {
      return new Object[] {thing.get()};
    }

    @Override
    public void write(Object[] content) {
      thing.set((Boolean) content[0]);
    }
  }

  /** An array of atomic references. */
  record AtomicArrayOf(AtomicReferenceArray<Object> thing) implements MutableHolder {
    @Override
    public Object[] read() {
      Object[] content = new Object[thing.length()];
      Arrays.setAll(content, thing::get);
      return content;
    }

    @Override
    public void write(Object[] content) {
      for (int i = 0; i < content.length; i++) {
        thing.set(i, content[i]);
      }
    }
  }
}
