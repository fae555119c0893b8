/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where the results of the jobs lie until the ranks are complete: a new directory of its own, on
 * the output's file system, so that the output appears at once and whole.
 */
final class WorkDirectory implements AutoCloseable {
  private final Configuration configuration;
  private final FileSystem fileSystem;
  private final Path directory;

  /**
   * Makes the directory.
   *
   * @param parent where to make it; a name that begins with a dot is no input of any job
   */
  WorkDirectory(Configuration configuration, Path parent) throws IOException {
    this.configuration = configuration;
    this.fileSystem = parent.getFileSystem(configuration);
    this.directory = new Path(fileSystem.makeQualified(parent), ".pagerank-" + UUID.randomUUID());
    if (!fileSystem.mkdirs(directory)) {
      throw new IOException("cannot make the work directory " + directory);
    }
  }

  Path path(String name) {
    return new Path(directory, name);
  }

  void delete(Path path) throws IOException {
    fileSystem.delete(path, true);
  }

  /** Moves a finished directory to its final place, which must not exist. */
  void publish(Path finished, Path output) throws IOException {
    FileContext.getFileContext(fileSystem.getUri(), configuration).rename(finished, output);
  }

  /** Removes the directory and all in it. Repeatable. */
  @Override
  public void close() throws IOException {
    fileSystem.delete(directory, true);
  }
}
