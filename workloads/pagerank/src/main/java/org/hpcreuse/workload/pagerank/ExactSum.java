/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * A sum of numbers that are not negative, as a 128-bit fixed-point number with 80 fractional bits.
 * Addition is exact, hence the same in any order and grouping: combiners, retries and the number of
 * reducers cannot change a result.
 *
 * <p>A number added is cut to a multiple of 2^-80 (nothing is cut from doubles of 2^-28 and above),
 * so an addition errs by less than 2^-80; numbers and sums must stay below 2^47. Ranks multiplied
 * by the number of nodes are at least 1 - damping, so the relative error of a rank is below its
 * in-degree times 2^-77 for the usual damping of 0.85.
 */
final class ExactSum implements Writable {
  static final int FRACTION_BITS = 80;
  private static final int MANTISSA_BITS = 52;
  private static final long MANTISSA_MASK = (1L << MANTISSA_BITS) - 1;
  private static final int MAX_EXPONENT = 46;

  private long high;
  private long low;

  /** Adds a finite number that is not negative and below 2^47. */
  void add(double value) {
    if (!(value >= 0) || Math.getExponent(value) > MAX_EXPONENT) {
      throw new ArithmeticException("cannot add " + value + ": not within 0 and 2^47");
    }
    int shift = Math.getExponent(value) - MANTISSA_BITS + FRACTION_BITS;
    if (shift <= -MANTISSA_BITS - 1) {
      return;
    }
    long mantissa = (Double.doubleToRawLongBits(value) & MANTISSA_MASK) | (1L << MANTISSA_BITS);
    if (shift <= 0) {
      add(0, mantissa >>> -shift);
    } else if (shift < Long.SIZE) {
      add(mantissa >>> (Long.SIZE - shift), mantissa << shift);
    } else {
      add(mantissa << (shift - Long.SIZE), 0);
    }
  }

  /** Adds another sum, exactly. */
  void add(ExactSum other) {
    add(other.high, other.low);
  }

  private void add(long otherHigh, long otherLow) {
    low += otherLow;
    int carry = Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0;
    high = Math.addExact(high, Math.addExact(otherHigh, carry));
  }

  /** Makes it 0. */
  void clear() {
    high = 0;
    low = 0;
  }

  /** The sum as a double, within two units in the last place. */
  double value() {
    double lowHalf = 2.0 * (low >>> 1) + (low & 1);
    return Math.scalb((double) high, Long.SIZE - FRACTION_BITS)
        + Math.scalb(lowHalf, -FRACTION_BITS);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(high);
    out.writeLong(low);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    high = in.readLong();
    low = in.readLong();
  }

  @Override
  public String toString() {
    return Double.toString(value());
  }
}
