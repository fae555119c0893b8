/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

/** Takes what differs. */
@FunctionalInterface
interface DifferenceListener {
  /**
   * One value.
   *
   * @param at where, and the rule that allows it, if any
   * @param before what it was, described only if someone asks
   * @param after what it is
   */
  void add(ReachedObject at, Object before, Object after);
}
