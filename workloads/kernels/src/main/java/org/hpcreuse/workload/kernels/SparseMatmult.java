/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kernels;

import java.util.Random;
import mpi.MPI;
import mpi.MPIException;

/**
 * {@code SparseMatmult A|B}: SparseMatmult of the Java Grande suite. A sparse matrix is multiplied
 * by a vector 200 times, and the products are added up. Each rank has every size-th element of the
 * matrix; the vectors are added over the ranks at the end. Source of the task, of the random
 * numbers and of the right sums: Java Grande Forum Benchmark Suite, section 2.
 */
public final class SparseMatmult {
  private static final long SEED = 10_101_010;
  private static final int TIMES = 200;
  private static final double SMALL = 1e-6;
  private static final double TOLERANCE = 1e-9;

  private SparseMatmult() {}

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException {
    Verdict.requireUsage(args.length == 1 && args[0].matches("[AB]"), "SparseMatmult A|B");
    MPI.Init(args);
    double begun = MPI.wtime();
    boolean small = args[0].equals("A");
    int rows = small ? 50_000 : 100_000;
    int elements = 5 * rows;
    double wanted = small ? 75.02484945753453 : 150.0130719633895;

    Random random = new Random(SEED);
    double[] x = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = random.nextDouble() * SMALL;
    }
    int[] row = new int[elements];
    int[] column = new int[elements];
    double[] value = new double[elements];
    for (int i = 0; i < elements; i++) {
      row[i] = below(rows, random.nextInt());
      column[i] = below(rows, random.nextInt());
      value[i] = random.nextDouble();
    }

    double[] y = new double[rows];
    int ranks = MPI.COMM_WORLD.getSize();
    for (int time = 0; time < TIMES; time++) {
      for (int i = MPI.COMM_WORLD.getRank(); i < elements; i += ranks) {
        y[row[i]] += x[column[i]] * value[i];
      }
    }
    MPI.COMM_WORLD.allReduce(y, rows, MPI.DOUBLE, MPI.SUM);
    double total = 0;
    for (int i = 0; i < elements; i++) {
      total += y[row[i]];
    }
    boolean right = Math.abs(total - wanted) <= TOLERANCE;
    Verdict.end("SparseMatmult " + args[0], right, "sum " + total, begun);
  }

  /** As the suite does it, which is not {@link Random#nextInt(int)}. */
  private static int below(int bound, int number) {
    return Math.abs(number % bound);
  }
}
