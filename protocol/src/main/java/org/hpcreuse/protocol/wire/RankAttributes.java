/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of a node's attributes.
 *
 * @param job name of the MPI job that its slots are ranks of; empty when there is none
 * @param alive its slots that are ranks now
 * @param soon those that are ranks when the pool has renewed itself; empty when the NodeManager
 *     does not reach the pool
 */
public record RankAttributes(String job, RankCounts alive, Optional<RankCounts> soon) {
  /** Name of an attribute. */
  public static final String JOB = "hpc-reuse-job";

  /** Name of an attribute. */
  public static final String RANKS = "hpc-reuse-ranks";

  /** Name of an attribute. */
  public static final String RANKS_SOON = "hpc-reuse-ranks-soon";

  /** While the NodeManager does not reach the pool. */
  public static final RankAttributes UNKNOWN =
      new RankAttributes("", RankCounts.NONE, Optional.empty());

  /** An attribute without a value would say that the node has no such attribute. */
  private static final String NO_JOB = "none";

  private static final String NOT_KNOWN = "unknown";

  /** What the pool manager says. */
  public static RankAttributes of(Message.Ranks ranks) {
    List<Message.Ranks.Group> groups = ranks.groups();
    return new RankAttributes(
        ranks.job(),
        RankCounts.of(groups, Message.Ranks.Group::alive),
        Optional.of(RankCounts.of(groups, Message.Ranks.Group::soon)));
  }

  /**
   * Reads attributes.
   *
   * @param values by name
   * @return empty when the node does not say
   * @throws IllegalArgumentException when a value is malformed
   */
  public static Optional<RankAttributes> of(Map<String, String> values) {
    if (!values.keySet().containsAll(List.of(JOB, RANKS, RANKS_SOON))) {
      return Optional.empty();
    }
    String job = values.get(JOB);
    String soon = values.get(RANKS_SOON);
    return Optional.of(
        new RankAttributes(
            job.equals(NO_JOB) ? "" : job,
            RankCounts.parse(values.get(RANKS)),
            soon.equals(NOT_KNOWN) ? Optional.empty() : Optional.of(RankCounts.parse(soon))));
  }

  /** The values by name. */
  public Map<String, String> values() {
    return Map.of(
        JOB,
        job.isEmpty() ? NO_JOB : job,
        RANKS,
        alive.toString(),
        RANKS_SOON,
        soon.map(RankCounts::toString).orElse(NOT_KNOWN));
  }
}
