/* SPDX-License-Identifier: Apache-2.0 */
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;

/**
 * Finds no message that it has not sent, then leaves some that nobody receives, and communicators
 * that nobody frees.
 */
public class Strays {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Intracomm copy = world.dup();
    Intracomm half = world.split(world.getRank() % 2, 0);
    for (Comm each : new Comm[] {world, copy, half, MPI.COMM_SELF}) {
      Status stray = each.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
      if (stray != null) {
        System.out.println("stray message of rank " + stray.getSource());
        System.exit(1);
      }
    }
    world.barrier();
    int next = (world.getRank() + 1) % world.getSize();
    for (int tag = 0; tag < 10; tag++) {
      world.iSend(MPI.newIntBuffer(3), 3, MPI.INT, next, tag);
      copy.iSend(MPI.newIntBuffer(1 << 20), 1 << 20, MPI.INT, next, tag);
    }
    MPI.COMM_SELF.iSend(MPI.newIntBuffer(1), 1, MPI.INT, 0, 0);
    MPI.Finalize();
  }
}
