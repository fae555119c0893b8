/* SPDX-License-Identifier: Apache-2.0 */
import mpi.MPI;

/** Each rank prints its node, and the sum of all ranks, which takes all of them. */
public class Where {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int[] sum = {MPI.COMM_WORLD.getRank()};
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
    System.out.println(MPI.getProcessorName() + " " + sum[0]);
    MPI.Finalize();
  }
}
