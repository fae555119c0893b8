/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.util.List;

/**
 * What one thing was. The thing itself is held: it is reached from a static field, and to this
 * thing, not to one like it, the field must lead again.
 */
abstract class Snapshot {
  private final ReachedObject at;

  Snapshot(ReachedObject at) {
    this.at = at;
  }

  /** Where it is and by which rule. */
  final ReachedObject at() {
    return at;
  }

  /** Remembers what is there now and shows what it leads to. */
  abstract void take(Capture capture);

  /** Reports what differs. */
  abstract void compare(DifferenceListener differences);

  /** Whether anything does. */
  boolean differs() {
    boolean[] differs = new boolean[1];
    compare((at, before, after) -> differs[0] = true);
    return differs[0];
  }

  /**
   * Writes what differs, and only that.
   *
   * @return how many values were written
   * @throws IllegalStateException if something does not become what it was
   */
  abstract int restore();

  /** Whether initialisers of other classes add to it. */
  boolean isRegistration() {
    return at.is(Rule.Effect.ADD);
  }

  /** Objects that it leads to now and did not lead to before. */
  List<Object> added() {
    return List.of();
  }

  /** What it holds now; compared with what it holds after an initialiser. */
  abstract Object[] mark();

  /** Whether it holds now what it held then. */
  boolean isAt(Object[] mark) {
    Object[] now = mark();
    if (now.length != mark.length) {
      return false;
    }
    for (int i = 0; i < now.length; i++) {
      if (!ComparedValue.same(now[i], mark[i])) {
        return false;
      }
    }
    return true;
  }

  /** Takes for the baseline what has been added since. */
  void adoptSince(Object[] mark, Capture capture) {}

  /** Whether restoring may run methods of the elements, which then should be restored already. */
  boolean callsElements() {
    return false;
  }
}
