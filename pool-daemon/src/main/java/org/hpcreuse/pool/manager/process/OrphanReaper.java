/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Clock;
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
 *
 * <p>Threads beside the event loop look: for marks they read environments, and the kernel makes
 * them wait while that process changes its memory and hangs. The look for orphans that counts is
 * one that has begun when nothing with a mark was left.
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
  private final BesideLoop orphanLooks;
  private final BesideLoop markLooks;
  private final Clock time;
  private final Map<Long, Dead> dead = new HashMap<>();
  private boolean looksForOrphans;
  private long nextLookMs;

  /** A process that is gone. */
  private static final class Dead {
    private final long deadlineMs;

    /** Empty when nothing carries its container's mark any more. */
    private Optional<ContainerMark> mark;

    private boolean looksForMark;
    private boolean over;
    private String left = "it could not be looked for";

    Dead(long deadlineMs, Optional<ContainerMark> mark) {
      this.deadlineMs = deadlineMs;
      this.mark = mark;
    }
  }

  /**
   * @param starter tells which orphans have come to this manager
   * @param slots tells which of them are slots, and what they held
   * @param orphanLooks looks for orphans; what {@code starter} starts, it starts there, too
   * @param markLooks looks for marks
   */
  public OrphanReaper(
      ProcessStarter starter,
      SlotProcesses slots,
      BesideLoop orphanLooks,
      BesideLoop markLooks,
      Clock time) {
    this.starter = starter;
    this.slots = slots;
    this.orphanLooks = orphanLooks;
    this.markLooks = markLooks;
    this.time = time;
  }

  /** A slot's process, or mpirun, is gone. */
  public void gone(long pid) {
    dead.put(pid, new Dead(time.nowMs() + BOUND_MS, slots.containerOf(pid)));
    nextLookMs = time.nowMs();
  }

  /** When {@link #over} wants to be called, on the monotonic clock. */
  public long nextDueMs() {
    long due = dead.values().stream().mapToLong(d -> d.deadlineMs).min().orElse(Long.MAX_VALUE);
    return dead.isEmpty() || isLooking() ? due : Math.min(due, nextLookMs);
  }

  private boolean isLooking() {
    return looksForOrphans || dead.values().stream().anyMatch(d -> d.looksForMark);
  }

  /** Kills what is left; returns the dead that have left nothing behind, or are not waited for. */
  public List<Long> over() {
    long now = time.nowMs();
    List<Long> over = new ArrayList<>();
    for (Map.Entry<Long, Dead> entry : Map.copyOf(dead).entrySet()) {
      if (entry.getValue().over || entry.getValue().deadlineMs <= now) {
        note(entry.getKey(), entry.getValue());
        dead.remove(entry.getKey());
        over.add(entry.getKey());
      }
    }
    if (!dead.isEmpty() && now >= nextLookMs) {
      nextLookMs = now + ProcessWatch.URGENT_MS;
      dead.values().forEach(this::lookForMark);
      lookForOrphans();
    }
    return over;
  }

  private void lookForMark(Dead process) {
    if (process.looksForMark || process.mark.isEmpty()) {
      return;
    }
    process.looksForMark = true;
    ContainerMark mark = process.mark.get();
    begin(
        markLooks,
        mark::processes,
        left -> {
          process.looksForMark = false;
          process.left = left.toString();
          if (left.isEmpty()) {
            process.mark = Optional.empty();
            nextLookMs = time.nowMs();
          }
        },
        () -> process.looksForMark = false);
  }

  private void lookForOrphans() {
    if (looksForOrphans) {
      return;
    }
    looksForOrphans = true;
    Set<Dead> unmarked = new HashSet<>(dead.values());
    unmarked.removeIf(process -> process.mark.isPresent());
    begin(
        orphanLooks,
        starter::orphans,
        left -> {
          looksForOrphans = false;
          for (Dead process : unmarked) {
            process.left = left.toString();
            process.over = left.isEmpty();
          }
        },
        () -> looksForOrphans = false);
  }

  private void begin(
      BesideLoop beside,
      Callable<List<ProcessIdentity>> look,
      Consumer<List<ProcessIdentity>> then,
      Runnable failed) {
    beside.begin(
        look,
        found -> {
          List<ProcessIdentity> left =
              found.stream().filter(process -> !slots.isSlotProcess(process.pid())).toList();
          left.forEach(ProcessIdentity::kill);
          then.accept(left);
        },
        e -> {
          LOG.log(Level.WARNING, "cannot look for what slots have left", e);
          failed.run();
        });
  }

  private static void note(long pid, Dead process) {
    if (!process.over) {
      LOG.severe(
          () ->
              String.format(
                  "left by slot process %d, not seen to be gone within %d ms: %s",
                  pid, BOUND_MS, process.left));
    }
  }
}
