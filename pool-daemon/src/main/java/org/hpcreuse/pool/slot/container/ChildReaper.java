/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.cleanup.jvm.process.Children;
import org.hpcreuse.pool.process.Subreaper;
import org.hpcreuse.protocol.Bounds;

/**
 * What a container's child processes leave. A process whose parent has ended comes to the slot, but
 * Java waits only for those it has started itself.
 */
public final class ChildReaper {
  private static final long BOUND_NANOS = Bounds.CHILDREN.toNanos();
  private static final long PAUSE_NANOS = 1_000_000;

  private ChildReaper() {}

  /** Takes zombies away; all child processes of the container have been ended. */
  public static void reap() {
    if (Children.exist()) {
      ProcessHandle.current().children().map(ProcessHandle::pid).forEach(Subreaper::reap);
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
