/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kernels;

/**
 * The random numbers of the NAS Parallel Benchmarks: x is multiplied by 5¹³ modulo 2⁴⁶. Source:
 * Bailey et al., The NAS Parallel Benchmarks, RNR-94-007, section 2.3. The product's lower 64 bits
 * are enough for the remainder.
 */
final class NasRandom {
  private static final long MULTIPLIER = 1_220_703_125L;
  private static final int BITS = 46;
  private static final long MASK = (1L << BITS) - 1;
  private static final double SCALE = 1.0 / (1L << BITS);

  private long x;

  /**
   * Begins at some place of a sequence.
   *
   * @param seed the sequence's
   * @param skip how many numbers to pass over
   */
  NasRandom(long seed, long skip) {
    x = seed;
    long factor = MULTIPLIER;
    for (long left = skip; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        x = (x * factor) & MASK;
      }
      factor = (factor * factor) & MASK;
    }
  }

  /** The next number, between 0 and 1. */
  double next() {
    x = (x * MULTIPLIER) & MASK;
    return x * SCALE;
  }
}
