/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A program that uses MPI: {@code UsesMpi normal|abort|free|unfinished}, or {@code receive GATE}.
 */
public final class UsesMpi {
  private UsesMpi() {}

  /** Prints what MPI tells it. */
  public static void main(String[] args) throws MPIException, IOException {
    System.out.println("before=" + MPI.isInitialized() + "," + MPI.isFinalized());
    MPI.Init(args);
    System.out.println("size=" + MPI.COMM_WORLD.getSize());
    System.out.println("rank=" + MPI.COMM_WORLD.getRank());
    System.out.println("during=" + MPI.isInitialized() + "," + MPI.isFinalized());
    int[] sum = {20};
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
    System.out.println("sum=" + sum[0]);
    switch (args[0]) {
      case "abort" -> MPI.COMM_WORLD.abort(5);
      case "free" -> {
        Intracomm copy = MPI.COMM_WORLD.dup();
        System.out.println("copy=" + copy.getSize());
        copy.free();
      }
      case "unfinished" -> {
        return;
      }
      case "receive" -> {
        // From anybody, who will never come: it blocks in native code.
        new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1])).close();
        MPI.COMM_WORLD.recv(sum, 1, MPI.INT, MPI.ANY_SOURCE, 1);
      }
      default -> System.out.println("goes on");
    }
    MPI.Finalize();
    System.out.println("after=" + MPI.isInitialized() + "," + MPI.isFinalized());
  }
}
