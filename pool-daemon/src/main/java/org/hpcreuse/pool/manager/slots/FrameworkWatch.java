/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.LaunchQueue;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.pool.manager.state.SlotTable;
import org.hpcreuse.pool.manager.time.Clock;

/**
 * Notices that the framework's files have been replaced, and retires the slots that have loaded the
 * old ones: a forked container would run the new ones.
 *
 * <p>It looks when the manager starts, before a container gets a slot, and for a status. The event
 * loop stands still meanwhile, for some milliseconds on a local disk: between two looks it leaves
 * {@link #MIN_PAUSE_MS} and {@link #PAUSE_FACTOR} times what the last one took.
 */
public final class FrameworkWatch {
  /** How long a change may go unnoticed while containers come, milliseconds. */
  public static final long MIN_PAUSE_MS = 1_000;

  public static final long PAUSE_FACTOR = 50;

  private static final String REASON =
      "framework-changed: the framework's files have been replaced since it was started";

  private static final Logger LOG = Logger.getLogger(FrameworkWatch.class.getName());

  private final SlotTable table;
  private final LaunchQueue queue;
  private final SlotSupervisor supervisor;
  private final Clock time;
  private final FrameworkFiles files;
  private String fingerprint = "";
  private long nextLookMs;
  private boolean readable = true;
  private int changes;

  public FrameworkWatch(Pool pool, SlotSupervisor supervisor, FrameworkFiles files) {
    table = pool.table();
    queue = pool.queue();
    time = pool.time();
    this.supervisor = supervisor;
    this.files = files;
    nextLookMs = time.nowMs();
    look();
  }

  /** Looks if somebody waits for a slot, and sends away the slots that are out of date. */
  public void review() {
    if (!queue.isEmpty()) {
      look();
    }
    table.processes().stream().filter(this::isNewlyOutdated).forEach(this::retire);
  }

  /** Looks at the files unless that has been done of late. */
  public void look() {
    long begin = time.nowMs();
    if (begin < nextLookMs) {
      return;
    }
    try {
      compare(files.fingerprint());
      readable = true;
    } catch (IOException | RuntimeException e) {
      if (readable) {
        LOG.log(Level.WARNING, "the framework's files cannot be looked at", e);
      }
      readable = false;
    }
    long end = time.nowMs();
    nextLookMs = end + Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (end - begin));
  }

  private void compare(String found) {
    if (found.equals(fingerprint)) {
      return;
    }
    if (!fingerprint.isEmpty()) {
      changes++;
      LOG.warning("the framework's files have been replaced: slots with the old ones leave");
    }
    fingerprint = found;
  }

  private boolean isNewlyOutdated(SlotProcess process) {
    return !process.isOutdated()
        && process.hasReported()
        && process.state() != SlotState.DEAD
        && !fingerprint.isEmpty()
        && !process.framework().isEmpty()
        && !process.framework().equals(fingerprint);
  }

  private void retire(SlotProcess process) {
    process.outdate();
    supervisor.retire(process, REASON);
  }

  /**
   * {@link org.hpcreuse.protocol.files.FrameworkFingerprint} of the files as they were last seen.
   */
  public String fingerprint() {
    return fingerprint;
  }

  /** How often they have been replaced under this manager. */
  public int changes() {
    return changes;
  }

  /** How many slots and spares still have the old ones. */
  public long outdated() {
    return table.processes().stream()
        .filter(process -> process.isOutdated() && process.state() != SlotState.DEAD)
        .count();
  }
}
