/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files behind the memory that ranks of a node share (Open MPI's component vader). A rank maps
 * its own and those of all others in MPI_Init, and never opens one again; a spawned rank of another
 * job uses none of them. So they need no name any more when all ranks have come out of MPI_Init,
 * and without one the kernel frees the memory with the last process that maps it, however that
 * ends.
 */
final class SharedSegments {
  private static final String NAME = "vader_segment.";

  private SharedSegments() {}

  /** Takes away the names of those that this process maps; another rank may do so as well. */
  static void unlink() {
    try {
      for (Path segment : mapped()) {
        Files.deleteIfExists(segment);
      }
    } catch (IOException e) {
      System.err.println("shared memory of MPI keeps its name until mpirun ends: " + e);
    }
  }

  private static List<Path> mapped() throws IOException {
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.filter(line -> line.contains("/" + NAME))
          .map(line -> Path.of(line.substring(line.indexOf('/'))))
          .filter(path -> path.getFileName().toString().startsWith(NAME))
          .toList();
    }
  }
}
