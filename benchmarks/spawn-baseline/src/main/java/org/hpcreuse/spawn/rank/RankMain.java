/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import mpi.MPIException;

/** {@code RankMain SOCKET READY}: a resident rank. It lives as long as mpirun. */
public final class RankMain {
  /** MPI_Comm_spawn returns some ms after MPI_Init in the new process. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private RankMain() {}

  /**
   * Serves launches until a signal comes.
   *
   * @param words where the NodeManager listens, and the file that says that all ranks are there
   */
  public static void main(String[] words) throws MPIException, IOException, InterruptedException {
    Path ready = Path.of(words[1]);
    MpiSpawner spawner = MpiSpawner.start();
    if (spawner.rank() == 0) {
      Files.createFile(ready);
    }
    new LaunchService(Path.of(words[0]), spawner, GRACE).run();
  }
}
