/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

/**
 * A job of a fault campaign.
 *
 * @param number of the strike it was meant for, from 1
 * @param workload its name
 * @param fault what struck while it ran
 * @param missed whether the fault found nothing to strike, such as a process that had just ended
 * @param containers how many of its containers were seen running when it struck
 * @param outcome how it ended
 * @param wallMs its clients' time from start to end, ms
 * @param recoveryMs from the strike until the pool was whole again and idle, ms; 0 when nothing
 *     struck
 * @param detail what the strike hit or why it missed, and why the job failed
 */
public record FaultJob(
    int number,
    String workload,
    String fault,
    boolean missed,
    int containers,
    Outcome outcome,
    long wallMs,
    long recoveryMs,
    String detail)
    implements Entry {
  /** How a job ends. */
  public enum Outcome {
    /** With success and the right output. */
    WELL,
    /** With success, but another output than undisturbed. */
    WRONG,
    /** Not with success. */
    FAILED,
    /** Not with success, and it was the strike's aim. */
    ON_PURPOSE,
    /** Not within the time a job may take. */
    HUNG
  }

  /** The same, when the pool is whole again. */
  public FaultJob wholeAfter(long ms) {
    return new FaultJob(number, workload, fault, missed, containers, outcome, wallMs, ms, detail);
  }
}
