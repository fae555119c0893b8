/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import java.util.Set;

/**
 * What the next container sees of a hostile one when something is left out.
 *
 * @param leftOut release steps by name, and methods of the slot as {@code SimpleName.method}; more
 *     than one where each alone would do. Empty when the remedy is a thread of its own for each
 *     container: the next program then runs in the same thread
 * @param seen a pattern of the probe's keys, one of which must differ
 * @param hidden why the audit does not name it; empty when it does
 */
record Proof(Set<String> leftOut, String seen, String hidden) {
  /** Whether what is left acts on for good: the slot of the proof is then of no more use. */
  boolean leavesThreads() {
    return leftOut.contains("ContainerThreads");
  }

  /** Whether the next program runs in the same thread. */
  boolean isOfThread() {
    return leftOut.isEmpty();
  }

  boolean covers(Seen.Difference difference) {
    return difference.key().matches(seen);
  }
}
