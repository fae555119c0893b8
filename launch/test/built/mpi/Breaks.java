/* SPDX-License-Identifier: Apache-2.0 */
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * {@code Breaks HOW WHERE}: each rank says that it is there. Then the last one ends in some way
 * while the others wait in a call. Each of them says how it left the call.
 */
public class Breaks {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int last = world.getSize() - 1;
    world.barrier();
    System.out.println("rank " + rank + " is there");
    if (rank == last) {
      TimeUnit.MILLISECONDS.sleep(500);
      end(args[0]);
    }
    try {
      await(world, args[1], last);
      System.out.println("rank " + rank + " did not wait");
    } catch (MPIException e) {
      System.out.println("rank " + rank + " left: " + e.getMessage().replaceAll(" \\(.*", ""));
      System.exit(9);
    }
    MPI.Finalize();
  }

  static void end(String how) throws IOException, InterruptedException, MPIException {
    switch (how) {
      case "exit" -> System.exit(3);
      case "exit-well" -> System.exit(0);
      case "throw" -> throw new IllegalStateException("thrown");
      case "abort" -> MPI.COMM_WORLD.abort(5);
      case "kill" -> {
        String pid = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("kill", "-KILL", pid).start().waitFor();
        TimeUnit.MINUTES.sleep(1);
      }
      case "never" -> TimeUnit.MINUTES.sleep(10);
      default -> throw new IllegalArgumentException(how);
    }
  }

  static void await(Comm world, String where, int last) throws MPIException {
    switch (where) {
      case "recv" -> world.recv(new int[1], 1, MPI.INT, last, 1);
      case "send" -> world.send(new int[1 << 20], 1 << 20, MPI.INT, last, 1);
      case "allReduce" -> world.allReduce(new double[1000], 1000, MPI.DOUBLE, MPI.SUM);
      case "barrier" -> world.barrier();
      case "finalize" -> MPI.Finalize();
      case "wait" -> world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, last, 1).waitFor();
      default -> throw new IllegalArgumentException(where);
    }
  }
}
