/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import com.sun.jna.LastErrorException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.cleanup.jvm.process.Children;
import org.hpcreuse.pool.slot.process.LibC;
import org.hpcreuse.protocol.Bounds;

/**
 * What a container's child processes leave. A process whose parent has ended comes to the slot
 * (prctl(2), PR_SET_CHILD_SUBREAPER), however often it forks and whatever session it has; but Java
 * waits only for those it has started itself.
 */
public final class ChildReaper {
  private static final long BOUND_NANOS = Bounds.CHILDREN.toNanos();
  private static final long PAUSE_NANOS = 1_000_000;
  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;

  private ChildReaper() {}

  /**
   * Takes orphans from now on.
   *
   * @throws IllegalStateException when the kernel does not know this (before Linux 3.4)
   */
  public static void takeOrphans() {
    try {
      LibC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    } catch (LastErrorException e) {
      throw new IllegalStateException("orphans do not come here: prctl, " + e.getMessage(), e);
    }
  }

  /** Takes zombies away; all child processes of the container have been ended. */
  public static void reap() {
    if (Children.exist()) {
      ProcessHandle.current().children().map(ProcessHandle::pid).forEach(ChildReaper::reap);
    }
  }

  private static void reap(long pid) {
    try {
      LibC.waitpid((int) pid, null, WNOHANG);
    } catch (LastErrorException e) {
      // ECHILD: somebody was faster, there is nothing to take away.
      return;
    }
  }

  /** Ends all child processes of a slot that ends without a manager to do it. */
  public static void killAll() {
    long deadline = System.nanoTime() + BOUND_NANOS;
    List<ProcessHandle> left = ProcessHandle.current().descendants().toList();
    while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
      left.forEach(ProcessHandle::destroyForcibly);
      LockSupport.parkNanos(PAUSE_NANOS);
      reap();
      left = ProcessHandle.current().descendants().toList();
    }
  }
}
