/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.yarn;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.hpcreuse.protocol.wire.RankAttributes;
import org.hpcreuse.protocol.wire.RankCounts;

/**
 * The slots of a cluster in which ranks of a gang can run, as their nodes say.
 *
 * @param nodes what each running node says
 */
public record LiveRanks(List<Node> nodes) {
  private static final int NODES_SHOWN = 10;

  /**
   * One node.
   *
   * @param host its name
   * @param attributes empty when it does not say, as a node without slots
   * @param containers how many ranks it would have room for
   */
  record Node(String host, Optional<RankAttributes> attributes, long containers) {
    String job() {
      return attributes.map(RankAttributes::job).orElse("");
    }

    private Node besidesOneOf(int heapMb) {
      return new Node(
          host,
          attributes.map(
              says ->
                  new RankAttributes(says.job(), says.alive().besidesOneOf(heapMb), says.soon())),
          containers);
    }

    /** What it says of its ranks; all that it has room for when it does not say. */
    long ranks(int heapMb, Function<RankAttributes, Optional<RankCounts>> which) {
      return attributes
          .flatMap(which)
          .map(counts -> (long) counts.withHeap(heapMb))
          .orElse(containers);
    }
  }

  /**
   * Reads what nodes say.
   *
   * @param reports of running nodes
   * @param memoryMb of a rank's container, MiB
   */
  public static LiveRanks of(List<NodeReport> reports, int memoryMb) {
    Map<String, Long> managers =
        reports.stream().collect(Collectors.groupingBy(LiveRanks::host, Collectors.counting()));
    return new LiveRanks(
        reports.stream()
            .map(
                report ->
                    new Node(
                        host(report),
                        // YARN keeps attributes by host: two NodeManagers of one overwrite them.
                        managers.get(host(report)) > 1 ? Optional.empty() : attributes(report),
                        new Capacity(List.of(report.getCapability())).containers(memoryMb)))
            .toList());
  }

  private static String host(NodeReport report) {
    return report.getNodeId().getHost();
  }

  /** A node of another version may say it in another way. */
  private static Optional<RankAttributes> attributes(NodeReport report) {
    try {
      return RankAttributes.of(values(report));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Map<String, String> values(NodeReport report) {
    Map<String, String> values = new HashMap<>();
    if (report.getNodeAttributes() != null) {
      for (NodeAttribute attribute : report.getNodeAttributes()) {
        if (attribute
            .getAttributeKey()
            .getAttributePrefix()
            .equals(NodeAttribute.PREFIX_DISTRIBUTED)) {
          values.put(attribute.getAttributeKey().getAttributeName(), attribute.getAttributeValue());
        }
      }
    }
    return values;
  }

  /**
   * How many ranks with this heap one gang can have now: those of one MPI job. A node that does not
   * say counts with all that it has room for.
   */
  public long alive(int heapMb) {
    return ofOneJob(node -> node.ranks(heapMb, says -> Optional.of(says.alive())));
  }

  /**
   * How many there are when the pools have renewed themselves. A node whose NodeManager does not
   * reach its pool counts with all that it has room for.
   */
  public long soon(int heapMb) {
    return ofOneJob(node -> node.ranks(heapMb, RankAttributes::soon));
  }

  /** Nodes without a job may get any, and so may those that do not say. */
  private long ofOneJob(ToLongFunction<Node> ranks) {
    Map<String, Long> byJob =
        nodes.stream().collect(Collectors.groupingBy(Node::job, Collectors.summingLong(ranks)));
    long ofAnyJob = byJob.getOrDefault("", 0L);
    byJob.remove("");
    return ofAnyJob + byJob.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /**
   * The same without the rank whose slot a gang's master holds. Nothing changes when that may be a
   * rank that is too small.
   *
   * @param host where the master is
   * @param heapMb of the gang's ranks
   */
  public LiveRanks besidesMaster(String host, int heapMb) {
    return new LiveRanks(
        nodes.stream()
            .map(node -> node.host().equals(host) ? node.besidesOneOf(heapMb) : node)
            .toList());
  }

  /**
   * What one gang does not have, for people.
   *
   * @return how many ranks are wanted and alive; nothing when there are enough
   */
  public Optional<String> missing(int ranks, int heapMb) {
    long alive = alive(heapMb);
    if (alive >= ranks) {
      return Optional.empty();
    }
    return Optional.of(
        ranks
            + " ranks with a heap of "
            + heapMb
            + " MiB are wanted, and "
            + alive
            + " of one MPI job are alive ("
            + describe(heapMb)
            + "); there can be "
            + soon(heapMb));
  }

  /** The first nodes with their ranks. */
  String describe(int heapMb) {
    String first =
        nodes.stream()
            .limit(NODES_SHOWN)
            .map(node -> node.host() + " " + said(node, heapMb))
            .collect(Collectors.joining(", "));
    int more = nodes.size() - NODES_SHOWN;
    return more > 0 ? first + " and " + more + " more nodes" : first;
  }

  private static String said(Node node, int heapMb) {
    if (node.attributes().isEmpty()) {
      return "does not say";
    }
    RankAttributes attributes = node.attributes().get();
    return attributes.soon().isEmpty()
        ? "does not reach its pool"
        : Integer.toString(attributes.alive().withHeap(heapMb));
  }
}
