/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPeer;

/** All ranks of an attempt. Used by the master's thread alone. */
final class Ranks {
  private final List<Rank> all;

  private Ranks(List<Rank> all) {
    this.all = List.copyOf(all);
  }

  /** Before there are containers. */
  static Ranks none() {
    return new Ranks(List.of());
  }

  /**
   * One in each container. Neighbours in the gang are neighbours on a node.
   *
   * @param clock the time, as System.nanoTime
   */
  static Ranks in(List<Container> containers, LongSupplier clock) {
    List<Container> sorted =
        containers.stream()
            .sorted(Comparator.comparing(Container::getNodeId).thenComparing(Container::getId))
            .toList();
    return new Ranks(
        IntStream.range(0, sorted.size())
            .mapToObj(number -> new Rank(number, sorted.get(number), clock))
            .toList());
  }

  /** The rank in a container. */
  Optional<Rank> in(ContainerId container) {
    return all.stream().filter(rank -> rank.container().getId().equals(container)).findFirst();
  }

  /** The rank in a container, by its name. */
  Optional<Rank> in(String container) {
    return all.stream()
        .filter(rank -> rank.container().getId().toString().equals(container))
        .findFirst();
  }

  /** The rank at the other end of a connection. */
  Optional<Rank> on(GangPeer peer) {
    return all.stream().filter(rank -> rank.isOn(peer)).findFirst();
  }

  boolean areNone() {
    return all.isEmpty();
  }

  /** The containers of those that have not ended. */
  List<Container> containersLeft() {
    return all.stream().filter(rank -> rank.status().isEmpty()).map(Rank::container).toList();
  }

  boolean haveArrived() {
    return all.stream().allMatch(rank -> rank.here().isPresent());
  }

  boolean haveJoined() {
    return all.stream().allMatch(Rank::hasJoined);
  }

  boolean haveEnded() {
    return all.stream().allMatch(rank -> rank.status().isPresent());
  }

  /** Whether nothing more will be heard of any. */
  boolean areSilent() {
    return all.stream().allMatch(Rank::isSilent);
  }

  /** The part that needs no other rank any more, from 0 to 1. */
  float doneShare() {
    return (float) all.stream().filter(Rank::isDone).count() / all.size();
  }

  /** The slots' ranks in their MPI job, in the gang's order; all have arrived. */
  List<Integer> slotRanks() {
    return all.stream().map(rank -> rank.here().orElseThrow().slotRank()).toList();
  }

  /** How many MPI jobs the slots belong to; all have arrived. */
  int jobs() {
    return byJob().size();
  }

  /** The nodes that have no slot of the MPI job that most ranks belong to. */
  Set<String> hostsOutsideLargestJob() {
    List<Rank> largest =
        byJob().values().stream().max(Comparator.comparingInt(List::size)).orElseThrow();
    Set<String> hosts = hosts(all);
    hosts.removeAll(hosts(largest));
    return hosts;
  }

  private Map<String, List<Rank>> byJob() {
    return all.stream().collect(Collectors.groupingBy(rank -> rank.here().orElseThrow().job()));
  }

  private static Set<String> hosts(List<Rank> ranks) {
    return ranks.stream()
        .map(rank -> rank.container().getNodeId().getHost())
        .collect(Collectors.toSet());
  }

  /** Those that have not arrived, for people. */
  String missing() {
    return all.stream().filter(rank -> rank.here().isEmpty()).map(Rank::toString).toList() + "";
  }

  /** Those whose connections have been open so long after their ends. */
  List<Rank> overdue(Duration bound) {
    return all.stream().filter(rank -> rank.isOverdue(bound)).toList();
  }

  /** Sends something to all that are there. */
  void tell(GangMessage message) {
    all.forEach(rank -> rank.tell(message));
  }

  /** Sends something to those that have not ended. */
  void tellLeft(GangMessage message) {
    all.stream().filter(rank -> rank.status().isEmpty()).forEach(rank -> rank.tell(message));
  }
}
