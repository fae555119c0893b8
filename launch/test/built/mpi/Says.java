/* SPDX-License-Identifier: Apache-2.0 */
import java.util.Arrays;
import mpi.MPI;

/** {@code Says ARG…}: prints its rank and arguments, on both streams; the status is the rank. */
public class Says {
  public static void main(String[] args) throws Exception {
    MPI.InitThread(args, MPI.THREAD_MULTIPLE);
    int rank = MPI.COMM_WORLD.getRank();
    System.out.println("rank " + rank + " of " + MPI.COMM_WORLD.getSize());
    System.err.println("arguments " + Arrays.toString(args));
    System.out.print("no end of line");
    MPI.Finalize();
    System.exit(rank);
  }
}
