/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.primecount;

import mpi.MPI;
import mpi.MPIException;

/**
 * {@code PrimeCount LIMIT}: counts the prime numbers up to a limit. Each rank tries every size-th
 * number by division, so that all have the same work; one sum at the end. Rank 0 prints the count
 * and how long it took. The program of figure 1 of Dao and Chiba (CCGrid 2016).
 */
public final class PrimeCount {
  private static final int USAGE = 2;

  private PrimeCount() {}

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException {
    if (args.length != 1 || !args[0].matches("[1-9][0-9]{0,9}")) {
      System.err.println("usage: PrimeCount LIMIT, a number from 1 to 9999999999");
      System.exit(USAGE);
    }
    long limit = Long.parseLong(args[0]);
    MPI.Init(args);
    double begin = MPI.wtime();
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    long[] count = {count(rank, size, limit)};
    MPI.COMM_WORLD.allReduce(count, 1, MPI.LONG, MPI.SUM);
    if (rank == 0) {
      System.out.printf(
          "%d primes up to %d, %d ranks, %.3f s%n", count[0], limit, size, MPI.wtime() - begin);
    }
    MPI.Finalize();
  }

  /** Counts among 2 + 1 + 2 rank, and so on in steps of 2 size; rank 0 has the 2 as well. */
  static long count(int rank, int size, long limit) {
    long count = rank == 0 && limit >= 2 ? 1 : 0;
    for (long number = 3 + 2L * rank; number <= limit; number += 2L * size) {
      if (isPrime(number)) {
        count++;
      }
    }
    return count;
  }

  /** For odd numbers. */
  private static boolean isPrime(long number) {
    for (long divisor = 3; divisor * divisor <= number; divisor += 2) {
      if (number % divisor == 0) {
        return false;
      }
    }
    return true;
  }
}
