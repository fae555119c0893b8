/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.Map;
import java.util.Objects;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.SlotFigure;

/**
 * One process of the pool. It holds a slot number, or none while it is a spare. A process that
 * takes the place of another is a new process; process numbers are never used twice.
 */
public final class SlotProcess {
  /** The slot number of a spare. */
  public static final int NO_SLOT = -1;

  /** The connection of a process that has none, or the pid of one that has not reported. */
  public static final long NONE = 0;

  private final int number;
  private final boolean rank;
  private int slot;
  private final int heapMb;
  private SlotState state = SlotState.STARTING;
  private long pid = NONE;
  private long startTicks = Caller.NO_START;
  private long connection = NONE;
  private String mpi = "";
  private String mpiJob = "";
  private String log = "";
  private String framework = "";
  private boolean outdated;
  private boolean reported;
  private boolean expectedBack;
  private Lease lease;
  private long newestLease;
  private boolean returned;
  private int containers;
  private String reason = "";
  private boolean lent;
  private long releaseMicros;
  private int liveLoaders;
  private Message.CollectionNeed need = Message.CollectionNeed.NONE;
  private boolean training;
  private int trainings;
  private int trained;
  private Map<String, Long> profiles = Map.of();
  private Map<String, Long> figures = Map.of();
  private Map<String, Long> growth = Map.of();

  /**
   * @param number which process of the pool; the MPI rank when it is one
   * @param slot slot number, or {@link #NO_SLOT}
   * @param heapMb heap it is started with, MiB
   * @param rank whether mpirun starts it
   */
  public SlotProcess(int number, int slot, int heapMb, boolean rank) {
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
  public void apply(SlotEvent event) {
    state =
        state
            .after(event)
            .orElseThrow(() -> new IllegalStateException(this + ": " + event + " cannot happen"));
  }

  public boolean allows(SlotEvent event) {
    return state.after(event).isPresent();
  }

  /** Takes over what the process says of itself. */
  public void report(Caller caller, Message.SlotHello hello) {
    pid = caller.pid();
    startTicks = caller.startTicks();
    connection = caller.connection();
    mpi = hello.mpi();
    mpiJob = hello.job();
    log = hello.log();
    framework = hello.framework();
    reported = true;
    if (expectedBack) {
      // What it has said of it has gone with the manager that it said it to.
      need = Message.CollectionNeed.ROUTINE;
    }
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
    hasHad(newLease.number());
    containers++;
  }

  private void hasHad(long leaseNumber) {
    newestLease = Math.max(newestLease, leaseNumber);
  }

  /**
   * It has come back from an earlier manager.
   *
   * @param newest the newest lease that it has had there
   */
  public void hasReturned(long newest) {
    returned = true;
    hasHad(newest);
  }

  /**
   * Whether it has certainly never had a container under this lease of an earlier manager, and
   * never will: it is there since that manager, and all leases that it has had are older. One that
   * has been started since may have the pid of another.
   */
  public boolean neverHad(long leaseNumber) {
    return reported && returned && connection != NONE && newestLease < leaseNumber;
  }

  /** The slot did not take the container after all. */
  public void decline() {
    apply(SlotEvent.DECLINE);
    lease = null;
    containers--;
  }

  /** The clean-up is over; what follows is {@link SlotEvent#RELEASE} or a retirement. */
  public void released(long micros, int loaders) {
    lease = null;
    releaseMicros = micros;
    liveLoaders = loaders;
  }

  /** What the process has come to, and how much of it since it was ready. */
  public void measured(Message.Figures message) {
    figures = SlotFigure.known(message.now());
    growth = SlotFigure.known(message.growth());
    need = message.need();
  }

  /** What a garbage collection would bring, as far as the process has said. */
  public Message.CollectionNeed need() {
    return need;
  }

  /** Asks for a garbage collection; what it leaves to do comes with its figures. */
  public void collect() {
    need = Message.CollectionNeed.NONE;
    if (!isSpare()) {
      apply(SlotEvent.COLLECT);
    }
  }

  /**
   * Trains from now on.
   *
   * @return which of its trainings this is
   */
  public int train() {
    training = true;
    trainings++;
    return trainings;
  }

  /** Whether this training still goes on. */
  public boolean isTraining(int number) {
    return training && trainings == number;
  }

  /**
   * Its training is over.
   *
   * @param job whether that was a job that ran to its end
   */
  public void trainingOver(boolean job) {
    training = false;
    if (job) {
      trained++;
    }
  }

  /** Whether it trains, which it ends when it gets a container. */
  public boolean isTraining() {
    return training;
  }

  /** How many training jobs have run in it to their end. */
  public int trained() {
    return trained;
  }

  /** Which profiles' classes it has loaded for its next container. */
  public void loaded(Message.Profiles message) {
    profiles = message.classes();
  }

  /** How many classes of each profile it has loaded for its next container, by the file. */
  public Map<String, Long> profiles() {
    return profiles;
  }

  /** Whether it has loaded what it loads while idle before it is trained. */
  public boolean isWarm() {
    return !growth.isEmpty();
  }

  public void leaseOver() {
    lease = null;
  }

  public void started(long processId, String processLog) {
    pid = processId;
    log = processLog;
  }

  /** It has been a slot of a manager that has died. */
  void expectBack(long processId, String processLog) {
    started(processId, processLog);
    expectedBack = true;
  }

  public boolean isExpectedBack() {
    return expectedBack;
  }

  /** Fingerprint of the framework's files that it has been started with; empty when not known. */
  public String framework() {
    return framework;
  }

  /** Its framework's files have been replaced. */
  public void outdate() {
    outdated = true;
  }

  public boolean isOutdated() {
    return outdated;
  }

  public void disconnected() {
    connection = NONE;
  }

  /** Notes why this process leaves; the first reason counts. */
  public void noteReason(String why) {
    if (reason.isEmpty()) {
      reason = why;
    }
  }

  /** Whether its slot number stays without a process, for the sake of forked containers. */
  public void lend(boolean value) {
    lent = value;
  }

  public boolean isLent() {
    return lent;
  }

  public int number() {
    return number;
  }

  public boolean isRank() {
    return rank;
  }

  public int slot() {
    return slot;
  }

  public boolean isSpare() {
    return slot == NO_SLOT;
  }

  public int heapMb() {
    return heapMb;
  }

  public SlotState state() {
    return state;
  }

  public long pid() {
    return pid;
  }

  /** When the process was started that has reported, {@link Caller#startTicks}. */
  public long startTicks() {
    return startTicks;
  }

  public long connection() {
    return connection;
  }

  public String mpi() {
    return mpi;
  }

  /** Name of the MPI job that it is a rank of; empty without MPI. */
  public String mpiJob() {
    return mpiJob;
  }

  public boolean hasMpi() {
    return !mpi.isEmpty();
  }

  public String log() {
    return log;
  }

  public boolean hasReported() {
    return reported;
  }

  /** The container it holds; null without one. */
  public Lease lease() {
    return lease;
  }

  public boolean holds(long leaseNumber) {
    return lease != null && lease.number() == leaseNumber;
  }

  public int containers() {
    return containers;
  }

  public String reason() {
    return reason;
  }

  public long releaseMicros() {
    return releaseMicros;
  }

  public Map<String, Long> figures() {
    return figures;
  }

  public Map<String, Long> growth() {
    return growth;
  }

  public int liveLoaders() {
    return liveLoaders;
  }

  @Override
  public String toString() {
    return (isSpare() ? "spare" : "slot " + slot)
        + " (process "
        + number
        + ", "
        + state
        + (pid == NONE ? "" : ", pid " + pid)
        + ")";
  }
}
