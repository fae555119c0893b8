/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hpcreuse.cleanup.state.Redacted;

/** What a {@link MutableHolder} held. */
final class HolderSnapshot extends Snapshot {
  private final MutableHolder container;
  private Object[] before = {};

  HolderSnapshot(ReachedObject at, MutableHolder container) {
    super(at);
    this.container = container;
  }

  @Override
  void take(Capture capture) {
    if (capture.leavesOut(at())) {
      return;
    }
    before = read();
    for (int i = 0; i < before.length; i++) {
      before[i] =
          at().isOfLibrary() ? capture.required(before[i], at()) : capture.neutral(before[i]);
      capture.found(before[i], at().element(container.stride() == 2 ? before[i & ~1] : i));
    }
  }

  @Override
  void compare(DifferenceListener differences) {
    Object[] now = read();
    if (!isSame(before, now)) {
      differences.add(at(), summary(before), summary(now));
    }
  }

  @Override
  boolean differs() {
    return !isSame(before, read());
  }

  @Override
  int restore() {
    if (at().isKept() || isSame(before, read())) {
      return 0;
    }
    container.write(before);
    if (!isSame(before, read())) {
      throw new IllegalStateException(at().place() + " does not take back what it held");
    }
    return 1;
  }

  @Override
  boolean callsElements() {
    return container.callsElements();
  }

  @Override
  List<Object> added() {
    Set<Identity> known = new HashSet<>();
    for (Object held : before) {
      known.add(new Identity(held));
    }
    return Arrays.stream(read())
        .filter(held -> held != null && !known.contains(new Identity(held)))
        .toList();
  }

  @Override
  Object[] mark() {
    return read();
  }

  @Override
  void adoptSince(Object[] mark, Capture capture) {
    Object[] now = read();
    if (container.isFixedSize()) {
      if (!isSame(now, mark)) {
        take(capture);
      }
      return;
    }
    int stride = container.stride();
    Set<Identity> known = new HashSet<>(entries(mark).keySet());
    known.addAll(entries(before).keySet());
    List<Object> wanted = new ArrayList<>(Arrays.asList(before));
    for (int i = 0; i < now.length; i += stride) {
      if (!known.contains(new Identity(now[i]))) {
        for (int part = i; part < i + stride; part++) {
          Object added = capture.neutral(now[part]);
          wanted.add(added);
          capture.found(added, at().element(now[i]));
        }
      }
    }
    before = wanted.toArray();
  }

  private Object[] read() {
    try {
      return container.readSteadily();
    } catch (ConcurrentModificationException e) {
      throw new IllegalStateException(at().place() + " changes while it is read", e);
    }
  }

  private boolean isSame(Object[] one, Object[] other) {
    if (one.length != other.length) {
      return false;
    }
    for (int i = 0; i < one.length; i++) {
      if (!ComparedValue.same(one[i], other[i])) {
        return !container.isOrdered() && entries(one).equals(entries(other));
      }
    }
    return true;
  }

  private Map<Identity, Identity> entries(Object[] content) {
    int stride = container.stride();
    Map<Identity, Identity> entries = new HashMap<>();
    for (int i = 0; i < content.length; i += stride) {
      entries.put(new Identity(content[i]), new Identity(content[i + stride - 1]));
    }
    return entries;
  }

  /** What the audit shows: how many there are, and a hash of which. */
  private Object summary(Object[] content) {
    if (container.stride() == 1 && content.length == 1) {
      return content[0];
    }
    int hash = Arrays.stream(content).mapToInt(ComparedValue::hash).sum();
    return new Redacted.Label(
        container.thing().getClass().getSimpleName()
            + " of "
            + content.length / container.stride()
            + "#"
            + Integer.toHexString(hash));
  }

  /** Compares as {@link ComparedValue#same} does. */
  private static final class Identity {
    private final Object value;

    Identity(Object value) {
      this.value = value;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Identity identity && ComparedValue.same(value, identity.value);
    }

    @Override
    public int hashCode() {
      return ComparedValue.hash(value);
    }
  }
}
