/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * {@code RankMain SOCKET READY}: a resident rank. It lives as long as mpirun, and starts processes
 * by MPI_Comm_spawn of Open MPI 4.1, through its Java bindings.
 *
 * <p>MPI_Comm_spawn returns when the process has come out of MPI_Init. It does not return at all
 * when the process ends before that: Open MPI tells nobody. So each call has a communicator of its
 * own, and another thread can make the next one meanwhile. A call that hangs uses no processor
 * time.
 */
public final class RankMain {
  /** MPI_Comm_spawn returns some ms after MPI_Init in the new process. */
  private static final Duration GRACE = Duration.ofSeconds(2);

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

  private RankMain() {}

  /**
   * Serves launches until a signal comes.
   *
   * @param words where the NodeManager listens, and the file that says that all ranks are there
   * @throws IllegalStateException when MPI grants less than THREAD_MULTIPLE
   */
  public static void main(String[] words) throws MPIException, IOException, InterruptedException {
    int level = MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
    if (level < MPI.THREAD_MULTIPLE) {
      throw new IllegalStateException(
          "MPI grants thread level " + level + ", ranks need THREAD_MULTIPLE");
    }
    MPI.COMM_WORLD.barrier();
    if (MPI.COMM_WORLD.getRank() == 0) {
      Files.createFile(Path.of(words[1]));
    }
    new LaunchService(Path.of(words[0]), RankMain::spawn, GRACE).run();
  }

  private static Optional<String> spawn(LaunchRequest request) {
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
      return Optional.empty();
    } catch (MPIException e) {
      return Optional.of("MPI_Comm_spawn: " + e.getMessage());
    }
  }
}
