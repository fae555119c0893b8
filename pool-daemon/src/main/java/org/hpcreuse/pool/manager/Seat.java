/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.Map;
import java.util.Objects;
import org.hpcreuse.protocol.Message;
import org.hpcreuse.protocol.SlotFigure;

/**
 * One process of the pool. It holds a slot number, or none while it is a spare. A process that
 * takes the place of another is a new seat; seat numbers are never used twice.
 */
final class Seat {
  /** The slot number of a spare. */
  static final int NO_SLOT = -1;

  /** The connection of a seat that has none, or the pid of one that has not reported. */
  static final long NONE = 0;

  private final int number;
  private final boolean rank;
  private int slot;
  private final int heapMb;
  private SlotState state = SlotState.STARTING;
  private long pid = NONE;
  private long connection = NONE;
  private String mpi = "";
  private String log = "";
  private String framework = "";
  private boolean outdated;
  private boolean reported;
  private boolean expectedBack;
  private Lease lease;
  private int containers;
  private String reason = "";
  private boolean lent;
  private long releaseMicros;
  private int liveLoaders;
  private Map<String, Long> figures = Map.of();
  private Map<String, Long> growth = Map.of();

  /**
   * @param number which process of the pool; the MPI rank when it is one
   * @param slot slot number, or {@link #NO_SLOT}
   * @param heapMb heap it is started with, MiB
   * @param rank whether mpirun starts it
   */
  Seat(int number, int slot, int heapMb, boolean rank) {
    this.number = number;
    this.slot = slot;
    this.heapMb = heapMb;
    this.rank = rank;
  }

  /**
   * Moves to the next state.
   *
   * @throws IllegalStateException when the table has no such move
   */
  void apply(SlotEvent event) {
    state =
        SlotTransitions.next(state, event)
            .orElseThrow(() -> new IllegalStateException(this + ": " + event + " cannot happen"));
  }

  boolean allows(SlotEvent event) {
    return SlotTransitions.next(state, event).isPresent();
  }

  /** Takes over what the process says of itself. */
  void report(long pid, long connection, Message.SlotHello hello) {
    this.pid = pid;
    this.connection = connection;
    mpi = hello.mpi();
    log = hello.log();
    framework = hello.framework();
    reported = true;
    expectedBack = false;
    apply(isSpare() ? SlotEvent.REPORT_AS_SPARE : SlotEvent.REPORT);
  }

  void takeOver(int slotNumber) {
    apply(SlotEvent.TAKE_OVER);
    slot = slotNumber;
  }

  void grant(Lease newLease) {
    apply(SlotEvent.LEASE);
    lease = Objects.requireNonNull(newLease);
    containers++;
  }

  /** The slot did not take the container after all. */
  void decline() {
    apply(SlotEvent.DECLINE);
    lease = null;
    containers--;
  }

  /** The clean-up is over; what follows is {@link SlotEvent#RELEASE} or a retirement. */
  void released(long micros, int loaders) {
    lease = null;
    releaseMicros = micros;
    liveLoaders = loaders;
  }

  /** What the process has come to, and how much of it since it was ready. */
  void measured(Map<String, Long> now, Map<String, Long> since) {
    figures = SlotFigure.known(now);
    growth = SlotFigure.known(since);
  }

  void leaseOver() {
    lease = null;
  }

  void started(long processId, String processLog) {
    pid = processId;
    log = processLog;
  }

  /** It has been a slot of a manager that has died. */
  void expectBack(long processId, String processLog) {
    started(processId, processLog);
    expectedBack = true;
  }

  boolean isExpectedBack() {
    return expectedBack;
  }

  /** Fingerprint of the framework's files that it has been started with; empty when not known. */
  String framework() {
    return framework;
  }

  /** Its framework's files have been replaced. */
  void outdate() {
    outdated = true;
  }

  boolean isOutdated() {
    return outdated;
  }

  void disconnected() {
    connection = NONE;
  }

  /** Notes why this seat leaves; the first reason counts. */
  void because(String why) {
    if (reason.isEmpty()) {
      reason = why;
    }
  }

  /** Whether its slot number stays without a process, for the sake of forked containers. */
  void lend(boolean value) {
    lent = value;
  }

  boolean isLent() {
    return lent;
  }

  int number() {
    return number;
  }

  boolean isRank() {
    return rank;
  }

  int slot() {
    return slot;
  }

  boolean isSpare() {
    return slot == NO_SLOT;
  }

  int heapMb() {
    return heapMb;
  }

  SlotState state() {
    return state;
  }

  long pid() {
    return pid;
  }

  long connection() {
    return connection;
  }

  String mpi() {
    return mpi;
  }

  boolean hasMpi() {
    return !mpi.isEmpty();
  }

  String log() {
    return log;
  }

  boolean hasReported() {
    return reported;
  }

  /** The container it holds; null without one. */
  Lease lease() {
    return lease;
  }

  boolean holds(long leaseNumber) {
    return lease != null && lease.number() == leaseNumber;
  }

  int containers() {
    return containers;
  }

  String reason() {
    return reason;
  }

  long releaseMicros() {
    return releaseMicros;
  }

  Map<String, Long> figures() {
    return figures;
  }

  Map<String, Long> growth() {
    return growth;
  }

  int liveLoaders() {
    return liveLoaders;
  }

  @Override
  public String toString() {
    return (isSpare() ? "spare" : "slot " + slot)
        + " (seat "
        + number
        + ", "
        + state
        + (pid == NONE ? "" : ", pid " + pid)
        + ")";
  }
}
