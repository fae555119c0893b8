/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.function.LongSupplier;

/**
 * The clocks of the core.
 *
 * @param monotonicMs for durations and deadlines, milliseconds from an arbitrary origin
 * @param epochMs wall clock, milliseconds since the epoch
 */
public record Clock(LongSupplier monotonicMs, LongSupplier epochMs) {

  public static Clock system() {
    return new Clock(() -> System.nanoTime() / 1_000_000, System::currentTimeMillis);
  }

  public long nowMs() {
    return monotonicMs.getAsLong();
  }

  public long nowEpochMs() {
    return epochMs.getAsLong();
  }
}
