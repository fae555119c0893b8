/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.time.Clock;
import org.hpcreuse.protocol.ContainerMark;
import org.hpcreuse.protocol.ProcessIdentity;

/**
 * Ends what a dead slot's container has started, before the slot's end counts: nothing of a
 * container may act any more when its status is known.
 *
 * <p>Such a process has come to this manager as an orphan, or, when its slot was started by an
 * earlier manager, carries the container's mark. What cannot be found: a process of the latter that
 * has cleared its environment and left the container's directory, one that runs as another user,
 * and what other services (cron, a remote host) have started on the container's behalf.
 */
public final class OrphanReaper {
  /** What is known of the pool's slots. */
  public interface SlotProcesses {
    /** Whether a process is a slot that has not been seen to be gone. */
    boolean isSlotProcess(long pid);

    /** The container whose end waits for the end of this slot process. */
    Optional<ContainerMark> containerOf(long pid);
  }

  /** How long the end of a slot waits for what even SIGKILL does not end. */
  static final long BOUND_MS = 5_000;

  private static final Logger LOG = Logger.getLogger(OrphanReaper.class.getName());

  private final ProcessStarter starter;
  private final SlotProcesses slots;
  private final Clock time;
  private final Map<Long, Long> deadlines = new HashMap<>();

  /**
   * @param starter tells which orphans have come to this manager
   * @param slots tells which of them are slots, and what they held
   */
  public OrphanReaper(ProcessStarter starter, SlotProcesses slots, Clock time) {
    this.starter = starter;
    this.slots = slots;
    this.time = time;
  }

  /** A slot's process, or mpirun, is gone. */
  public void gone(long pid) {
    deadlines.put(pid, time.nowMs() + BOUND_MS);
  }

  /** When {@link #over} wants to be called, on the monotonic clock. */
  public long nextDueMs() {
    return deadlines.isEmpty() ? Long.MAX_VALUE : time.nowMs() + ProcessWatch.URGENT_MS;
  }

  /** Kills what is left; returns the dead that have left nothing behind, or are not waited for. */
  public List<Long> over() {
    if (deadlines.isEmpty()) {
      return List.of();
    }
    List<ProcessIdentity> orphans =
        starter.orphans().stream().filter(orphan -> !slots.isSlotProcess(orphan.pid())).toList();
    orphans.forEach(ProcessIdentity::kill);
    List<Long> over = new ArrayList<>();
    for (Map.Entry<Long, Long> dead : Map.copyOf(deadlines).entrySet()) {
      List<ProcessIdentity> left = new ArrayList<>(orphans);
      slots.containerOf(dead.getKey()).map(ContainerMark::processes).ifPresent(left::addAll);
      left.removeIf(process -> slots.isSlotProcess(process.pid()));
      left.forEach(ProcessIdentity::kill);
      if (left.isEmpty() || dead.getValue() <= time.nowMs()) {
        note(dead.getKey(), left);
        deadlines.remove(dead.getKey());
        over.add(dead.getKey());
      }
    }
    return over;
  }

  private static void note(long pid, List<ProcessIdentity> left) {
    if (!left.isEmpty()) {
      LOG.severe(() -> "left by slot process " + pid + ", not ended by SIGKILL: " + left);
    }
  }
}
