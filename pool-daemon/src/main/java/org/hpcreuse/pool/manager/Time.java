/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.function.LongSupplier;

/**
 * The clocks of the core.
 *
 * @param monotonicMs for durations and deadlines, milliseconds from an arbitrary origin
 * @param epochMs wall clock, milliseconds since the epoch
 */
record Time(LongSupplier monotonicMs, LongSupplier epochMs) {

  static Time system() {
    return new Time(() -> System.nanoTime() / 1_000_000, System::currentTimeMillis);
  }

  long nowMs() {
    return monotonicMs.getAsLong();
  }

  long nowEpochMs() {
    return epochMs.getAsLong();
  }
}
