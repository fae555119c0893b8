/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.OptionalLong;
import org.hpcreuse.protocol.Message;

/** One use of a slot by one container, until its exit status is known. */
final class Lease {
  private final long number;
  private final String containerId;
  private final String workDir;
  private final Seat seat;
  private long executor;
  private OptionalLong grantedAtMs = OptionalLong.empty();
  private long runningAtMs;
  private boolean killed;
  private Message.Exited lastWord;

  Lease(long number, String containerId, String workDir, Seat seat, long executor) {
    this.number = number;
    this.containerId = containerId;
    this.workDir = workDir;
    this.seat = seat;
    this.executor = executor;
  }

  long number() {
    return number;
  }

  String containerId() {
    return containerId;
  }

  /** The container's working directory. */
  String workDir() {
    return workDir;
  }

  Seat seat() {
    return seat;
  }

  /** The connection that waits for the exit status, or {@link Seat#NONE}. */
  long executor() {
    return executor;
  }

  void executor(long connection) {
    executor = connection;
  }

  /** When this manager gave the slot, on the monotonic clock; empty when an earlier one did. */
  OptionalLong grantedAtMs() {
    return grantedAtMs;
  }

  void grantedAtMs(long monotonicMs) {
    grantedAtMs = OptionalLong.of(monotonicMs);
  }

  /** When main() was entered, milliseconds since the epoch; 0 = not yet. */
  long runningAtMs() {
    return runningAtMs;
  }

  void runningAtMs(long epochMs) {
    runningAtMs = epochMs;
  }

  /** The status the slot has fixed before it ends its own JVM, or null. */
  Message.Exited lastWord() {
    return lastWord;
  }

  void lastWord(Message.Exited exited) {
    lastWord = exited;
  }

  /** Whether someone has asked to kill the container. */
  boolean isKilled() {
    return killed;
  }

  void kill() {
    killed = true;
  }
}
