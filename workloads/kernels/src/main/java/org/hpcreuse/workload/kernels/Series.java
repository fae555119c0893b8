/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kernels;

import mpi.MPI;
import mpi.MPIException;

/**
 * {@code Series N}: Series of the Java Grande suite, the first N pairs of Fourier coefficients of
 * (x+1)ˣ between 0 and 2. Each rank computes every size-th pair. Source of the task and of the
 * first four pairs: Java Grande Forum Benchmark Suite, section 2.
 */
public final class Series {
  private static final double END = 2;

  /** The suite adds up so many of the 999 points between the ends. */
  private static final int POINTS = 998;

  private static final double STEP = END / 1000;
  private static final double TOLERANCE = 1e-10;
  private static final double[][] KNOWN = {
    {2.8729524964837996, 0},
    {1.1161046676147888, -1.8819691893398025},
    {0.34429060398168704, -1.1645642623320958},
    {0.15238898702519288, -0.8143461113044298}
  };

  private Series() {}

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException {
    Verdict.requireUsage(
        args.length == 1 && args[0].matches("[1-9][0-9]{0,6}"), "Series N, from 1 to 9999999");
    MPI.Init(args);
    double begun = MPI.wtime();
    int count = Integer.parseInt(args[0]);
    int ranks = MPI.COMM_WORLD.getSize();
    int rank = MPI.COMM_WORLD.getRank();
    int each = (count + ranks - 1) / ranks;
    double[] own = new double[2 * each];
    for (int i = 0; i < each && rank + i * ranks < count; i++) {
      pair(rank + i * ranks, own, 2 * i);
    }
    double[] all = new double[own.length * ranks];
    MPI.COMM_WORLD.allGather(own, own.length, MPI.DOUBLE, all, own.length, MPI.DOUBLE);
    boolean right = true;
    for (int number = 0; number < Math.min(count, KNOWN.length); number++) {
      int at = own.length * (number % ranks) + 2 * (number / ranks);
      right &= Math.abs(all[at] - KNOWN[number][0]) <= TOLERANCE;
      right &= Math.abs(all[at + 1] - KNOWN[number][1]) <= TOLERANCE;
    }
    // Each rank computes the last pair of the next rank again.
    int next = (rank + 1) % ranks;
    if (next < count) {
      int last = (count - 1 - next) / ranks;
      double[] again = new double[2];
      pair(next + last * ranks, again, 0);
      int at = own.length * next + 2 * last;
      right &= again[0] == all[at] && again[1] == all[at + 1];
    }
    Verdict.end("Series " + count, right, "the first is " + all[0], begun);
  }

  /** The cosine and the sine term of a number; the first pair has the mean and nothing. */
  private static void pair(int number, double[] into, int at) {
    double omega = Math.PI * number;
    double cosine = value(0) / 2 + value(END) * Math.cos(omega * END) / 2;
    double sine = value(END) * Math.sin(omega * END) / 2;
    double x = 0;
    for (int point = 0; point < POINTS; point++) {
      x += STEP;
      double value = value(x);
      cosine += value * Math.cos(omega * x);
      sine += value * Math.sin(omega * x);
    }
    into[at] = number == 0 ? cosine * STEP / 2 : cosine * STEP;
    into[at + 1] = number == 0 ? 0 : sine * STEP;
  }

  private static double value(double x) {
    return Math.pow(x + 1, x);
  }
}
