/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import org.hpcreuse.pool.manager.state.Pool;

/** When a pool is quiet: nothing runs or waits, and nothing has run for {@link #LENGTH_MS}. */
public final class QuietPeriod {
  /** Longer than the pause between two small jobs. */
  static final long LENGTH_MS = 2_000;

  private final Pool pool;
  private long beginsAtMs = Long.MAX_VALUE;

  public QuietPeriod(Pool pool) {
    this.pool = pool;
  }

  /** Looks at the pool; to be called after each event. */
  public void review() {
    if (!pool.queue().isEmpty()
        || pool.table().processes().stream().anyMatch(p -> p.state().isBusy())) {
      beginsAtMs = Long.MAX_VALUE;
    } else if (beginsAtMs == Long.MAX_VALUE) {
      beginsAtMs = pool.time().nowMs() + LENGTH_MS;
    }
  }

  /**
   * When the pool is quiet if nothing happens, on the monotonic clock; {@link Long#MAX_VALUE} while
   * it is in use.
   */
  long beginsAtMs() {
    return beginsAtMs;
  }
}
