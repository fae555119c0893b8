/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How a gang of {@code hpc-reuse bench gangs} has ended, or a MapReduce job beside.
 *
 * @param number of the gang or job, from 1
 * @param kind what it was
 * @param ranks how many; 0 of a job
 * @param right whether all was as it must be
 * @param wallMs from the command's start to its end, ms
 * @param leaveMs from the death of a rank to the command's end, ms; 0 when none was killed
 * @param ranksLost how many living ranks the pool had less after it
 * @param detail what was wrong; empty when all was right
 */
public record GangEnd(
    int number,
    Kind kind,
    int ranks,
    boolean right,
    long wallMs,
    long leaveMs,
    long ranksLost,
    String detail)
    implements Entry {
  /** The same, when it is known how many ranks the pool has less. */
  public GangEnd withRanksLost(long lost) {
    return new GangEnd(number, kind, ranks, right, wallMs, leaveMs, lost, detail);
  }

  /** What has ended. */
  public enum Kind {
    /** A gang beside others. */
    @JsonProperty("mixed")
    MIXED,
    /** A MapReduce job beside gangs. */
    @JsonProperty("job")
    JOB,
    /** A gang that lost a rank while all were in recv. */
    @JsonProperty("recv")
    RECV,
    /** A gang that lost a rank while all were in allReduce. */
    @JsonProperty("allReduce")
    ALL_REDUCE,
    /** The gang after one that lost a rank. */
    @JsonProperty("after")
    AFTER
  }
}
