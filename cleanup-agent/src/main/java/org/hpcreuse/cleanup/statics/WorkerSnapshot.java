/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.util.concurrent.ExecutorService;
import org.hpcreuse.cleanup.state.Redacted;

/**
 * A thread or a pool of threads that a class keeps for good. It cannot be made again: when it has
 * ended, its class is of no use any more.
 */
final class WorkerSnapshot extends Snapshot {
  private static final Redacted.Label RUNNING = new Redacted.Label("running");
  private static final Redacted.Label ENDED = new Redacted.Label("ended");

  private final Object worker;
  private boolean before;

  WorkerSnapshot(ReachedObject at, Object worker) {
    super(at);
    this.worker = worker;
  }

  static boolean isOne(Object object) {
    return object instanceof Thread || object instanceof ExecutorService;
  }

  @Override
  void take(Capture capture) {
    before = isRunning();
  }

  @Override
  void compare(Differences differences) {
    if (before && !isRunning()) {
      differences.add(at(), RUNNING, ENDED);
    }
  }

  @Override
  int restore() {
    if (!at().isKept() && before && !isRunning()) {
      throw new IllegalStateException(
          at().place() + " has ended: " + ComparedValue.describe(worker));
    }
    return 0;
  }

  private boolean isRunning() {
    return worker instanceof Thread thread
        ? thread.isAlive()
        : !((ExecutorService) worker).isShutdown();
  }
}
