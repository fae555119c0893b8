/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.StartupProperties;
import org.hpcreuse.protocol.files.FrameworkFingerprint;

/**
 * Everything that is ever said over a pool's socket. Each message is a record whose components are
 * of the types {@link RecordCodec} knows; {@link MessageTable} has its number on the wire.
 *
 * <p>A connection starts with {@link Hello} and {@link Welcome}. An executor then sends one {@link
 * Launch} (or {@link Reattach}) and reads {@link Assigned} and {@link Exited}, or {@link Declined}.
 * It says {@link Collected} on this connection or on a later one. Signals come on connections of
 * their own, keyed by container, never by pid. A slot's connection lasts as long as the slot.
 *
 * <p>A sealed interface for each role names what that role may say: {@link ExecutorRequest}, {@link
 * SlotArrival} and {@link SlotReport}, {@link AdminRequest}, and {@link SlotOrder} for what a slot
 * hears. Who serves a role has a method for each kind.
 */
public sealed interface Message {

  /** Who is calling. */
  enum Role {
    EXECUTOR,
    SLOT,
    ADMIN
  }

  /** What an executor asks of the manager. */
  sealed interface ExecutorRequest extends Message {
    /** Hands itself, and who says it, to the method for its kind. */
    <C> void to(ExecutorRequests<C> receiver, C caller);
  }

  /**
   * Has a method for each kind.
   *
   * @param <C> what is known of who says it
   */
  interface ExecutorRequests<C> {
    void launch(C caller, Launch message);

    void collected(C caller, Collected message);

    void fork(C caller, Fork message);

    void reattach(C caller, Reattach message);

    void signal(C caller, Signal message);

    void watchRanks(C caller, WatchRanks message);
  }

  /** About one container. */
  sealed interface ContainerRequest extends ExecutorRequest {
    /** As the executor has sent it: any text. */
    String containerId();
  }

  /** The first that a slot says to a manager. */
  sealed interface SlotArrival extends Message {}

  /** What a slot that has arrived tells the manager. */
  sealed interface SlotReport extends Message {
    /** Hands itself, and who says it, to the method for its kind. */
    <C> void to(SlotReports<C> receiver, C caller);
  }

  /**
   * Has a method for each kind.
   *
   * @param <C> what is known of who says it
   */
  interface SlotReports<C> {
    void mpiChecked(C caller, MpiChecked message);

    void figures(C caller, Figures message);

    void profiles(C caller, Profiles message);

    void trained(C caller, Trained message);

    void unclean(C caller, Unclean message);

    void audited(C caller, Audited message);

    void running(C caller, Running message);

    void declined(C caller, Declined message);

    void exited(C caller, Exited message);

    void ending(C caller, Ending message);

    void released(C caller, Released message);
  }

  /** About one use of the slot. */
  sealed interface LeaseReport extends SlotReport {
    long lease();
  }

  /** What the manager has a slot do. */
  sealed interface SlotOrder extends Message {
    /** Hands itself to the method for its kind. */
    void to(SlotOrders receiver);
  }

  /** Has a method for each kind. */
  interface SlotOrders {
    void run(Run message);

    void signal(SignalLease message);

    void mpiCheck(MpiCheck message);

    void collect(Collect message);

    void train(Train message);

    void stopTraining(StopTraining message);

    void audit(Audit message);

    void leave(Leave message);
  }

  /** What the command line asks of the manager. */
  sealed interface AdminRequest extends Message {
    /** Hands itself, and who says it, to the method for its kind. */
    <C> void to(AdminRequests<C> receiver, C caller);
  }

  /**
   * Has a method for each kind.
   *
   * @param <C> what is known of who says it
   */
  interface AdminRequests<C> {
    void status(C caller, StatusQuery message);

    void audit(C caller, AuditQuery message);

    void mpiCheck(C caller, MpiCheckQuery message);

    void drain(C caller, Drain message);

    void undoDrain(C caller, UndoDrain message);

    void retire(C caller, Retire message);

    void shutdown(C caller, Shutdown message);
  }

  /**
   * First message of every connection.
   *
   * @param role what the caller is
   * @param pid the caller's process id
   * @param secret the content of the pool's secret file
   */
  record Hello(Role role, long pid, String secret) implements Message {
    /** Leaves the secret out. */
    @Override
    public String toString() {
      return "Hello[" + role + " pid " + pid + "]";
    }
  }

  /**
   * The manager accepts a {@link Hello}.
   *
   * @param largestHeapMb heap of the largest slot class, MiB
   * @param startup {@link SlotHello#startup} of the slot that has reported last; empty before one
   *     has
   */
  record Welcome(int largestHeapMb, Map<String, String> startup) implements Message {
    /** Before a slot has reported. */
    public Welcome(int largestHeapMb) {
      this(largestHeapMb, Map.of());
    }
  }

  /** The manager refuses a connection or a request and says why; nothing has happened. */
  record Refused(String reason) implements Message {}

  /**
   * Anyone who waits → manager: does your event loop turn? Answered by {@link Pong}, before
   * anything that is said later. Asked only while somebody waits, so that an idle manager sleeps.
   */
  record Ping() implements Message {}

  /** Manager → caller: it does. Only the loop itself says so. */
  record Pong() implements Message {}

  /** The request was carried out. */
  record Done() implements Message {}

  /**
   * Executor → manager: run this container in a slot. The manager passes the spec on in {@link
   * Run}.
   *
   * @param spec the container
   * @param holdMs how long it may wait for a free slot, milliseconds; 0 = not at all
   */
  record Launch(LaunchSpec spec, long holdMs) implements ContainerRequest {
    @Override
    public String containerId() {
      return spec.containerId();
    }

    @Override
    public <C> void to(ExecutorRequests<C> receiver, C caller) {
      receiver.launch(caller, this);
    }
  }

  /**
   * Manager → executor: a slot has been given to the container.
   *
   * @param containerId the container
   * @param lease number of this use of a slot, unique in the pool's life
   * @param slot the slot's number
   * @param slotPid the slot's process id
   * @param slotStart when that process started, {@link
   *     org.hpcreuse.protocol.ProcessIdentity#startTicks}: a later process may get its id
   */
  record Assigned(String containerId, long lease, int slot, long slotPid, long slotStart)
      implements Message {}

  /**
   * Slot → manager → executor: the container is over and none of its threads can act any more.
   *
   * @param containerId the container
   * @param lease the lease it ran under
   * @param status exit status 0-255 as a process would show it
   * @param diagnostics text for YARN's diagnostics; empty when there is nothing to say
   * @param runningAtMs when main() was entered, or the container was over without that,
   *     milliseconds since the epoch; 0 = it has had no slot
   * @param endedAtMs when its last user thread ended or exit was called, milliseconds since the
   *     epoch
   */
  record Exited(
      String containerId,
      long lease,
      int status,
      String diagnostics,
      long runningAtMs,
      long endedAtMs)
      implements LeaseReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.exited(caller, this);
    }
  }

  /**
   * Slot → manager: the container has this status, but its threads will not end, so the slot ends
   * its own JVM now. The manager reports the status when that process is gone.
   *
   * @param exit what {@link Exited} would have said
   * @param reason which threads would not end
   */
  record Ending(Exited exit, String reason) implements LeaseReport {
    @Override
    public long lease() {
      return exit.lease();
    }

    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.ending(caller, this);
    }
  }

  /**
   * Executor → manager → slot: the exit status has been taken over; manager and slot forget it. An
   * executor says it to one manager after the other, until one answers a {@link Ping} after it.
   *
   * @param containerId the container
   * @param lease of {@link Exited}: a container that has been started again has another
   */
  record Collected(String containerId, long lease) implements ContainerRequest {
    @Override
    public <C> void to(ExecutorRequests<C> receiver, C caller) {
      receiver.collected(caller, this);
    }
  }

  /**
   * Manager → executor, or slot → manager: the container has not been started and will not be.
   *
   * @param containerId the container
   * @param lease the lease, 0 when no slot had been given. An executor that knows of a lease
   *     believes only an answer that names it: without that, a slot may have had the container
   * @param reason why; it is counted
   * @param detail one line for the log
   */
  record Declined(String containerId, long lease, FallbackReason reason, String detail)
      implements LeaseReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.declined(caller, this);
    }
  }

  /**
   * Executor → manager: a container of this node is to be forked, or has been by an earlier
   * NodeManager. Answered by {@link Done} when there is memory for it beside the slots; it counts
   * as running until the connection is closed.
   *
   * @param containerId the container
   * @param reason why; it is counted. Empty for a container that is counted already
   * @param memoryMb what it may use, MiB
   */
  record Fork(String containerId, Optional<FallbackReason> reason, int memoryMb)
      implements ContainerRequest {
    @Override
    public <C> void to(ExecutorRequests<C> receiver, C caller) {
      receiver.fork(caller, this);
    }
  }

  /** NodeManager → manager: answer with {@link Ranks}, now and whenever that changes. */
  record WatchRanks() implements ExecutorRequest {
    @Override
    public <C> void to(ExecutorRequests<C> receiver, C caller) {
      receiver.watchRanks(caller, this);
    }
  }

  /**
   * Manager → NodeManager: the slots of this node in which a rank of an MPI program can run.
   *
   * @param job name of the MPI job that they are ranks of; empty when there is none
   * @param groups by heap, ascending
   */
  record Ranks(String job, List<Group> groups) implements Message {
    /**
     * Slots of one size.
     *
     * @param heapMb their heap, MiB
     * @param alive how many are ranks now, whether or not a container runs in them
     * @param soon how many are ranks when those that start have started, and when the pool has
     *     renewed itself, which it does when no container runs
     */
    public record Group(int heapMb, int alive, int soon) {}
  }

  /**
   * Executor → manager, after a restart of either: take up this container again.
   *
   * @param containerId the container
   * @param lease the lease that the executor knows of; 0 when it knows of none
   * @param slotPid process id of the slot that has the lease
   */
  record Reattach(String containerId, long lease, long slotPid) implements ContainerRequest {
    @Override
    public <C> void to(ExecutorRequests<C> receiver, C caller) {
      receiver.reattach(caller, this);
    }

    /** By an executor that knows of no lease. */
    public Reattach(String containerId) {
      this(containerId, 0, 0);
    }
  }

  /**
   * Executor → manager: signal a container. Answered by {@link Done}, or {@link Refused} when the
   * container is not (or no longer) in the pool.
   *
   * @param containerId the container
   * @param signal the signal
   */
  record Signal(String containerId, ContainerSignal signal) implements ContainerRequest {
    @Override
    public <C> void to(ExecutorRequests<C> receiver, C caller) {
      receiver.signal(caller, this);
    }
  }

  /**
   * Slot → manager after {@link Hello}.
   *
   * @param number which process of the pool this is, 0-based; the MPI rank when there is MPI
   * @param heapMb maximum heap, MiB
   * @param mpi the binding, for example {@code Open MPI 4.1.4}; empty without MPI
   * @param job name of the MPI job that it is a rank of; empty without MPI
   * @param log the slot's log file
   * @param framework {@link FrameworkFingerprint} of the framework it has been started with
   * @param startup the {@link StartupProperties} its JVM has been started with
   */
  record SlotHello(
      int number,
      int heapMb,
      String mpi,
      String job,
      String log,
      String framework,
      Map<String, String> startup)
      implements SlotArrival {
    /** A slot that tells nothing of its JVM and of its MPI job. */
    public SlotHello(int number, int heapMb, String mpi, String log, String framework) {
      this(number, heapMb, mpi, "", log, framework, Map.of());
    }
  }

  /**
   * Slot → manager after {@link Hello}, in place of {@link SlotHello}: its connection to an earlier
   * manager has broken and it is still there. It then says again what it has said of its last
   * lease, from {@link Running} to {@link Released}, as far as that has come.
   *
   * @param hello as ever
   * @param last the last lease; none when it has had no container yet, or its end has been
   *     collected
   * @param newestLease number of the last lease that it has ever had a {@link Run} for; 0 = none
   */
  record SlotReturn(SlotHello hello, List<LastLease> last, long newestLease)
      implements SlotArrival {
    /** A slot that has had none but this lease. */
    public SlotReturn(SlotHello hello, List<LastLease> last) {
      this(hello, last, last.stream().mapToLong(LastLease::lease).max().orElse(0));
    }

    /**
     * What a slot knows of a lease.
     *
     * @param lease its number
     * @param containerId the container
     * @param workDir the container's working directory
     */
    public record LastLease(long lease, String containerId, String workDir) {}
  }

  /** Manager → slot: run this container. */
  record Run(long lease, LaunchSpec spec) implements SlotOrder {
    @Override
    public void to(SlotOrders receiver) {
      receiver.run(this);
    }
  }

  /** Slot → manager: main() is about to be entered. */
  record Running(long lease, long runningAtMs) implements LeaseReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.running(caller, this);
    }
  }

  /**
   * Slot → manager, after {@link Exited}: the clean-up is over.
   *
   * @param lease the lease that ended
   * @param retireReason empty when the slot is as good as new; else why it must not be used again
   * @param releaseMicros time from the end of its last user thread to now, microseconds
   * @param liveLoaders container loaders of this slot that full collections have left alive
   */
  record Released(long lease, String retireReason, long releaseMicros, int liveLoaders)
      implements LeaseReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.released(caller, this);
    }
  }

  /** Manager → slot: signal the container that holds this lease; ignored when it has ended. */
  record SignalLease(long lease, ContainerSignal signal) implements SlotOrder {
    @Override
    public void to(SlotOrders receiver) {
      receiver.signal(this);
    }
  }

  /**
   * Manager → slot: add up over these processes with the pool's communicator.
   *
   * @param checkId number of this check, also the MPI tag
   * @param numbers of the living processes, ascending; the slot's own among them
   */
  record MpiCheck(int checkId, List<Integer> numbers) implements SlotOrder {
    @Override
    public void to(SlotOrders receiver) {
      receiver.mpiCheck(this);
    }
  }

  /**
   * Slot → manager: outcome of {@link MpiCheck}.
   *
   * @param checkId the check
   * @param sum sum of the processes' numbers plus one; −1 when it failed
   * @param error empty, or what went wrong
   */
  record MpiChecked(int checkId, long sum, String error) implements SlotReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.mpiChecked(caller, this);
    }
  }

  /** How much an idle slot would gain by a full garbage collection. */
  enum CollectionNeed {
    /** Nothing has run since the last one that gave memory back. */
    NONE,
    /** Memory that an idle slot does not need can be given back to the system. */
    GIVE_BACK,
    /** A container has run, and what it has left can be collected. */
    ROUTINE,
    /** The heap has grown much, or many containers have run. */
    DUE
  }

  /**
   * Slot → manager, before {@link Released}, after the slot's warm-up and after each {@link
   * Collect}: what the slot's process has come to.
   *
   * @param now figures by name, as in {@link SlotFigure}
   * @param growth each figure less what it was when the slot was ready; empty until then
   * @param need what a collection would bring now
   */
  record Figures(Map<String, Long> now, Map<String, Long> growth, CollectionNeed need)
      implements SlotReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.figures(caller, this);
    }
  }

  /**
   * Manager → slot without a container: make a full garbage collection, which takes 0.1 s and more,
   * and answer with {@link Figures}. The manager gives the slot no container meanwhile.
   *
   * @param giveBack whether memory is given back to the system, too
   */
  record Collect(boolean giveBack) implements SlotOrder {
    @Override
    public void to(SlotOrders receiver) {
      receiver.collect(this);
    }
  }

  /**
   * Manager → slot without a container: run one training job, or load the classes of a profile, and
   * answer with {@link Trained}. A {@link Run} that comes meanwhile ends it.
   *
   * @param profile file of a {@link org.hpcreuse.protocol.files.ClassProfile}; empty for a job
   */
  record Train(String profile) implements SlotOrder {
    @Override
    public void to(SlotOrders receiver) {
      receiver.train(this);
    }
  }

  /** Manager → slot: end the training if some goes on. */
  record StopTraining() implements SlotOrder {
    @Override
    public void to(SlotOrders receiver) {
      receiver.stopTraining(this);
    }
  }

  /**
   * Slot → manager, after {@link Figures}, when there are some or were when it said so last: the
   * profiles whose classes are there for the next container.
   *
   * @param classes how many, by the profile's file
   */
  record Profiles(Map<String, Long> classes) implements SlotReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.profiles(caller, this);
    }
  }

  /**
   * Slot → manager: the training is over, and the slot is clean.
   *
   * @param outcome how it ended
   * @param detail why it failed, or why the slot must not be used again; else empty
   */
  record Trained(TrainingOutcome outcome, String detail) implements SlotReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.trained(caller, this);
    }
  }

  /**
   * Slot → manager, while it is idle: it has found state that no rule explains. Until the manager
   * has ended it, it declines each container.
   *
   * @param reason why it must not be used again: the rule, a colon and what was found
   */
  record Unclean(String reason) implements SlotReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.unclean(caller, this);
    }
  }

  /** How a training ended. */
  enum TrainingOutcome {
    /** It ran to its end. */
    DONE,
    /** It was stopped. */
    STOPPED,
    /** It did not run well; the slot is as good as before. */
    FAILED,
    /** The slot could not be cleaned up after it. */
    UNCLEAN
  }

  /**
   * Manager → slot: compare everything with the baseline.
   *
   * @param auditId number of this audit
   * @param heapDump file to write the live objects to when container loaders live; empty = none
   */
  record Audit(int auditId, String heapDump) implements SlotOrder {
    @Override
    public void to(SlotOrders receiver) {
      receiver.audit(this);
    }
  }

  /**
   * Slot → manager: outcome of {@link Audit}. Lists that are too long for a message are cut; the
   * counts are those of the whole lists.
   *
   * @param auditId the audit
   * @param residue what differs and should not
   * @param residueCount how many rows that were
   * @param allowed what differs by a named rule
   * @param allowedCount how many rows that were
   * @param figures as in {@link SlotFigure}
   * @param heapDump the file that was written, empty when there was no need; the asker deletes it
   * @param error empty, or why the audit failed
   */
  record Audited(
      int auditId,
      List<ResidueRow> residue,
      int residueCount,
      List<ResidueRow> allowed,
      int allowedCount,
      Map<String, Long> figures,
      String heapDump,
      String error)
      implements SlotReport {
    @Override
    public <C> void to(SlotReports<C> receiver, C caller) {
      receiver.audited(caller, this);
    }
  }

  /** Manager → slot: leave now. */
  record Leave(String reason) implements SlotOrder {
    @Override
    public void to(SlotOrders receiver) {
      receiver.leave(this);
    }
  }

  /** Admin → manager: describe yourself. Answered by {@link Text} (JSON). */
  record StatusQuery() implements AdminRequest {
    @Override
    public <C> void to(AdminRequests<C> receiver, C caller) {
      receiver.status(caller, this);
    }
  }

  /**
   * Admin → manager: audit every free slot. Answered by one {@link Text} (JSON) for each slot, then
   * {@link Done}.
   *
   * @param waitMs how long to wait for slots that are busy, milliseconds; 0 = not at all
   * @param heapDumpDir directory for heap dumps of slots whose container loaders live; empty = none
   */
  record AuditQuery(long waitMs, String heapDumpDir) implements AdminRequest {
    @Override
    public <C> void to(AdminRequests<C> receiver, C caller) {
      receiver.audit(caller, this);
    }
  }

  /** Admin → manager: check MPI over all living slots. Answered by {@link Text} (JSON). */
  record MpiCheckQuery(long timeoutMs) implements AdminRequest {
    @Override
    public <C> void to(AdminRequests<C> receiver, C caller) {
      receiver.mpiCheck(caller, this);
    }
  }

  /**
   * Admin → manager: give out no more slots. Answered by {@link Text} when none has a container, or
   * by {@link Refused} when the time is over.
   */
  record Drain(long timeoutMs) implements AdminRequest {
    @Override
    public <C> void to(AdminRequests<C> receiver, C caller) {
      receiver.drain(caller, this);
    }
  }

  /**
   * Admin → manager: give out slots again after a {@link Drain}. Answered by {@link Text}, or by
   * {@link Refused} when no drain is in force or the pool ends.
   */
  record UndoDrain() implements AdminRequest {
    @Override
    public <C> void to(AdminRequests<C> receiver, C caller) {
      receiver.undoDrain(caller, this);
    }
  }

  /**
   * Admin → manager: replace this slot as soon as it is free. Answered at once by {@link Text},
   * which says when that is, or by {@link Refused}.
   */
  record Retire(int slot) implements AdminRequest {
    @Override
    public <C> void to(AdminRequests<C> receiver, C caller) {
      receiver.retire(caller, this);
    }
  }

  /** Admin → manager: end the pool; answered when every slot is gone. */
  record Shutdown(long timeoutMs) implements AdminRequest {
    @Override
    public <C> void to(AdminRequests<C> receiver, C caller) {
      receiver.shutdown(caller, this);
    }
  }

  /** A text answer. */
  record Text(String text) implements Message {}
}
