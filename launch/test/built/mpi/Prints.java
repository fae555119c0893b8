/* SPDX-License-Identifier: Apache-2.0 */
import mpi.MPI;

/** {@code Prints N}: each rank prints N lines. */
public class Prints {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      System.out.printf("rank %d line %d of a program that prints a lot%n", rank, i);
    }
    MPI.Finalize();
  }
}
