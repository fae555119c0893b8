/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import java.util.ArrayList;
import java.util.List;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Starts processes by MPI_Comm_spawn of Open MPI 4.1, through its Java bindings.
 *
 * <p>MPI_Comm_spawn returns when the process has come out of MPI_Init. It does not return at all
 * when the process ends before that: Open MPI tells nobody. So each call has a communicator of its
 * own, and another thread can make the next one meanwhile. A call that hangs uses no processor
 * time.
 */
final class MpiSpawner implements Spawner {
  /**
   * Runs a command in a directory; MPI's own way to set one takes no more than 256 characters. The
   * shell ends a second after the command, which has said everywhere that it is over. Otherwise
   * mpirun may learn of the end before it sees the connection of the process close. When the
   * process has not called MPI_Finalize, PMIx (4.2.2, deregister_client) then closes the
   * connection, but goes on to wait for it by its descriptor. The next process whose connection has
   * this descriptor is never heard, and hangs in MPI_Init. In a trial where half of 480 processes
   * halted, 8 others hung; with the second, none did.
   */
  private static final String SCRIPT = "cd \"$0\" && \"$@\"; sleep 1";

  private final int rank;

  private MpiSpawner(int rank) {
    this.rank = rank;
  }

  /**
   * Starts MPI. Call once, from the main thread; returns when all ranks have done so.
   *
   * @throws IllegalStateException when MPI grants less than THREAD_MULTIPLE
   */
  static MpiSpawner start() throws MPIException {
    int level = MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
    if (level < MPI.THREAD_MULTIPLE) {
      throw new IllegalStateException(
          "MPI grants thread level " + level + ", ranks need THREAD_MULTIPLE");
    }
    MPI.COMM_WORLD.barrier();
    return new MpiSpawner(MPI.COMM_WORLD.getRank());
  }

  /** This process's number among the ranks. */
  int rank() {
    return rank;
  }

  @Override
  public void spawn(LaunchRequest request) throws SpawnFailure {
    List<String> words = new ArrayList<>(List.of("-c", SCRIPT, request.directory()));
    words.addAll(request.command());
    try {
      Intracomm self = MPI.COMM_SELF.dup();
      self.setErrhandler(MPI.ERRORS_RETURN);
      Intercomm child =
          self.spawn("/bin/sh", words.toArray(String[]::new), 1, MPI.INFO_NULL, 0, new int[1]);
      child.setErrhandler(MPI.ERRORS_RETURN);
      child.disconnect();
      self.free();
    } catch (MPIException e) {
      throw new SpawnFailure("MPI_Comm_spawn: " + e.getMessage(), e);
    }
  }
}
