/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kernels;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import mpi.MPI;
import mpi.MPIException;

/**
 * {@code NasEp S|W|A|B}: EP of the NAS Parallel Benchmarks. Pairs of random numbers become Gaussian
 * deviates, which are counted in ten square rings and added up; ranks meet only at the end. Source
 * of the task and of the right sums: The NAS Parallel Benchmarks, RNR-94-007, and their reference
 * results.
 */
public final class NasEp {
  private static final long SEED = 271_828_183L;
  private static final int BATCH_LOG = 16;
  private static final int RINGS = 10;
  private static final double TOLERANCE = 1e-8;

  /** A size, how many pairs become deviates, and their sums. */
  private record Size(int pairsLog, long deviates, double sumX, double sumY) {}

  private static final Map<String, Size> SIZES =
      Map.of(
          "S", new Size(24, 13_176_389, -3.247834652034740e3, -6.958407078382297e3),
          "W", new Size(25, 26_354_769, -2.863319731645753e3, -6.320053679109499e3),
          "A", new Size(28, 210_832_767, -4.295875165629892e3, -1.580732573678431e4),
          "B", new Size(30, 843_345_606, 4.033815542441498e4, -2.660669192809235e4));

  /** The counts of the rings, then the sums of x and y. */
  private final double[] totals = new double[RINGS + 2];

  private NasEp() {}

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException {
    Verdict.requireUsage(args.length == 1 && SIZES.containsKey(args[0]), "NasEp S|W|A|B");
    MPI.Init(args);
    double begun = MPI.wtime();
    Size size = SIZES.get(args[0]);
    NasEp ep = new NasEp();
    long batches = 1L << (size.pairsLog - BATCH_LOG);
    for (long batch = MPI.COMM_WORLD.getRank();
        batch < batches;
        batch += MPI.COMM_WORLD.getSize()) {
      ep.add(batch);
    }
    MPI.COMM_WORLD.allReduce(ep.totals, ep.totals.length, MPI.DOUBLE, MPI.SUM);
    double sumX = ep.totals[RINGS];
    double sumY = ep.totals[RINGS + 1];
    double deviates = Arrays.stream(ep.totals, 0, RINGS).sum();
    boolean right = isNear(sumX, size.sumX) && isNear(sumY, size.sumY) && deviates == size.deviates;
    Verdict.end(
        "EP class " + args[0],
        right,
        String.format(Locale.ROOT, "%.0f pairs, sums %s %s", deviates, sumX, sumY),
        begun);
  }

  private void add(long batch) {
    NasRandom random = new NasRandom(SEED, batch << (BATCH_LOG + 1));
    for (int i = 0; i < 1 << BATCH_LOG; i++) {
      double x = 2 * random.next() - 1;
      double y = 2 * random.next() - 1;
      double square = x * x + y * y;
      if (square <= 1) {
        double factor = Math.sqrt(-2 * Math.log(square) / square);
        double deviateX = x * factor;
        double deviateY = y * factor;
        totals[(int) Math.max(Math.abs(deviateX), Math.abs(deviateY))]++;
        totals[RINGS] += deviateX;
        totals[RINGS + 1] += deviateY;
      }
    }
  }

  private static boolean isNear(double value, double wanted) {
    return Math.abs((value - wanted) / wanted) <= TOLERANCE;
  }
}
