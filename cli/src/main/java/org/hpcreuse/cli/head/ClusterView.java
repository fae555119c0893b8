/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.head;

import java.util.SortedMap;

/** What can be seen of a cluster from its head; each call looks again. */
public interface ClusterView {
  /** What the node has said last. */
  NodeProgress progress(String node);

  /** Whether the node has said that it has cleaned up. */
  boolean hasEnded(String node);

  /** Whether the node has said that the job history is fetched. */
  boolean hasCollected(String node);

  /** Whether the user has asked for the stop. */
  boolean stopIsAsked();

  /** The processes that the head has started, by name, and whether each lives. */
  SortedMap<String, Boolean> processes();

  /** Whether any process has that pid. */
  boolean lives(long pid);
}
