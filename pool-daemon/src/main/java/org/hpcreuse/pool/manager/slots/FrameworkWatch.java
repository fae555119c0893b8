/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;

/**
 * Notices that the framework's files have been replaced, and retires the slots that have loaded the
 * old ones: a forked container would run the new ones.
 *
 * <p>It has them looked at when the manager starts, before a container gets a slot, and for a
 * status. They may be on a shared disk, which may hang: a thread of its own looks. Containers wait
 * for it, but not longer than {@link #LOOK_MS}. Between two looks are at least {@link
 * #MIN_PAUSE_MS} and {@link #PAUSE_FACTOR} times what the last one took.
 */
public final class FrameworkWatch {
  /** How long a change may go unnoticed while containers come, milliseconds. */
  public static final long MIN_PAUSE_MS = 1_000;

  public static final long PAUSE_FACTOR = 50;

  /** After a disk has hung for long, it is looked at again after this. */
  private static final long MAX_PAUSE_MS = 60_000;

  /** How long containers wait for a look, milliseconds. */
  public static final long LOOK_MS = 2_000;

  private static final String REASON =
      "framework-changed: the framework's files have been replaced since it was started";

  private static final Logger LOG = Logger.getLogger(FrameworkWatch.class.getName());

  private final Pool pool;
  private final SlotSupervisor supervisor;
  private String fingerprint = "";
  private long nextLookMs;
  private boolean looking;
  private long sinceMs;
  private boolean readable = true;
  private int changes;

  public FrameworkWatch(Pool pool, SlotSupervisor supervisor) {
    this.pool = pool;
    this.supervisor = supervisor;
    nextLookMs = pool.time().nowMs();
  }

  /** Looks if somebody waits for a slot, and sends away the slots that are out of date. */
  public void review() {
    if (!pool.queue().isEmpty()) {
      look();
    }
    pool.table().processes().stream().filter(this::isNewlyOutdated).forEach(this::retire);
  }

  /** Has the files looked at, unless that goes on or was done a short while ago. */
  public void look() {
    long now = pool.time().nowMs();
    if (looking || now < nextLookMs) {
      return;
    }
    looking = true;
    sinceMs = now;
    pool.out().add(new Action.LookAtFramework());
    // What is done after every event is done then: nobody waits any longer.
    pool.timers().after(LOOK_MS, this::warnIfLooking);
  }

  private void warnIfLooking() {
    if (looking && !isLooking()) {
      LOG.warning(
          () ->
              "the framework's files have not been looked at within "
                  + LOOK_MS
                  + " ms: containers wait no longer for that");
    }
  }

  /** Whether somebody looks at the files, and that is worth waiting for. */
  public boolean isLooking() {
    return looking && pool.time().nowMs() - sinceMs < LOOK_MS;
  }

  /**
   * What they are now.
   *
   * @param found their {@link org.hpcreuse.protocol.files.FrameworkFingerprint}
   */
  public void seen(String found) {
    over();
    compare(found);
    readable = true;
  }

  /** They cannot be looked at: slots stay. */
  public void notSeen(Exception why) {
    over();
    if (readable) {
      LOG.log(Level.WARNING, "the framework's files cannot be looked at", why);
    }
    readable = false;
  }

  private void over() {
    looking = false;
    long now = pool.time().nowMs();
    long pause = Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (now - sinceMs));
    nextLookMs = now + Math.min(pause, MAX_PAUSE_MS);
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
    return pool.table().processes().stream()
        .filter(process -> process.isOutdated() && process.state() != SlotState.DEAD)
        .count();
  }
}
