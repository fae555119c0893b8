/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.head;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A cluster that looks as the test wants it to; counts how often nodes were looked at. */
final class FakeCluster implements ClusterView {
  final Map<String, NodeProgress> progress = new HashMap<>();
  final Set<String> ended = new HashSet<>();
  final Set<String> collected = new HashSet<>();
  final SortedMap<String, Boolean> processes = new TreeMap<>();
  final Set<Long> pids = new HashSet<>();
  boolean stop;
  int looksAtNodes;
  int looksForEnd;

  @Override
  public NodeProgress progress(String node) {
    looksAtNodes++;
    return progress.getOrDefault(node, NodeProgress.NONE);
  }

  @Override
  public boolean hasEnded(String node) {
    looksForEnd++;
    return ended.contains(node);
  }

  @Override
  public boolean hasCollected(String node) {
    return collected.contains(node);
  }

  @Override
  public boolean stopIsAsked() {
    return stop;
  }

  @Override
  public SortedMap<String, Boolean> processes() {
    return processes;
  }

  @Override
  public boolean lives(long pid) {
    return pids.contains(pid);
  }
}
