/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

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

  /** What a registration holds now; compared with what it holds after an initialiser. */
  Object[] mark() {
    return new Object[0];
  }

  /** Takes for the baseline what has been added since. */
  void adoptSince(Object[] mark, Capture capture) {}

  /** Whether restoring may run methods of the elements, which then should be restored already. */
  boolean callsElements() {
    return false;
  }
}
