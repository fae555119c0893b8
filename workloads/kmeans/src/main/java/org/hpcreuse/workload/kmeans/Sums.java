/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kmeans;

/** Sum and number of the points of each centre. */
public final class Sums {
  private static final int WIDTH = 3;

  /** x, y and number, one centre after the other: one array, so that MPI adds it up at once. */
  private final double[] values;

  /** For so many centres. */
  public Sums(int centres) {
    values = new double[WIDTH * centres];
  }

  public void add(int centre, double x, double y, double points) {
    values[WIDTH * centre] += x;
    values[WIDTH * centre + 1] += y;
    values[WIDTH * centre + 2] += points;
  }

  public double x(int centre) {
    return values[WIDTH * centre];
  }

  public double y(int centre) {
    return values[WIDTH * centre + 1];
  }

  public double count(int centre) {
    return values[WIDTH * centre + 2];
  }

  /** The sums themselves, to be added up in place. */
  public double[] values() {
    return values;
  }
}
