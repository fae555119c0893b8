/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.OptionalLong;
import org.hpcreuse.protocol.wire.Message;

/** One use of a slot by one container, until the slot is released. */
public final class Lease {
  private final long number;
  private final String containerId;
  private final String workDir;
  private final SlotProcess process;
  private long executor;
  private OptionalLong grantedAtMs = OptionalLong.empty();
  private long runningAtMs;
  private boolean killed;
  private boolean collected;
  private Message.Exited announcedExit;

  Lease(long number, String containerId, String workDir, SlotProcess process, long executor) {
    this.number = number;
    this.containerId = containerId;
    this.workDir = workDir;
    this.process = process;
    this.executor = executor;
  }

  public long number() {
    return number;
  }

  public String containerId() {
    return containerId;
  }

  /** What its executor learns of it. */
  public Message.Assigned assigned() {
    return new Message.Assigned(
        containerId, number, process.slot(), process.pid(), process.startTicks());
  }

  /** The container's working directory. */
  public String workDir() {
    return workDir;
  }

  public SlotProcess process() {
    return process;
  }

  /** The connection that waits for the exit status, or {@link SlotProcess#NONE}. */
  public long executor() {
    return executor;
  }

  public void executor(long connection) {
    executor = connection;
  }

  /** When this manager gave the slot, on the monotonic clock; empty when an earlier one did. */
  public OptionalLong grantedAtMs() {
    return grantedAtMs;
  }

  public void grantedAtMs(long monotonicMs) {
    grantedAtMs = OptionalLong.of(monotonicMs);
  }

  /** When main() was entered, milliseconds since the epoch; 0 = not yet. */
  public long runningAtMs() {
    return runningAtMs;
  }

  public void runningAtMs(long epochMs) {
    runningAtMs = epochMs;
  }

  /** The status the slot has fixed before it ends its own JVM, or null. */
  public Message.Exited announcedExit() {
    return announcedExit;
  }

  public void announcedExit(Message.Exited exited) {
    announcedExit = exited;
  }

  /** Whether someone has asked to kill the container. */
  public boolean isKilled() {
    return killed;
  }

  public void kill() {
    killed = true;
  }

  /** Whether an executor knows the exit status, from an earlier manager. */
  boolean isCollected() {
    return collected;
  }

  void collected() {
    collected = true;
  }
}
