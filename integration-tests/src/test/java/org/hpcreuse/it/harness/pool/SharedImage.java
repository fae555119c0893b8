/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.protocol.files.DirectoryTree;
import org.hpcreuse.protocol.files.PoolFiles;

/** The image of the framework (hpc-reuse.framework.image) for all pools of a test run. */
final class SharedImage {
  private static final long LIMIT_SECONDS = 300;

  /** Guarded by the class. */
  private static Path made;

  private SharedImage() {}

  /**
   * Makes it, unless it is there.
   *
   * @param files of a pool with the jars and the framework of all
   * @return its directory
   */
  static synchronized Path of(PoolFiles files) throws IOException {
    if (made == null) {
      Path dir = Installation.target().resolve("image-" + ProcessHandle.current().pid());
      Files.createDirectories(dir);
      make(files, dir);
      made = dir;
      Runtime.getRuntime().addShutdownHook(new Thread(SharedImage::remove, "image-remove"));
    }
    return made;
  }

  private static void make(PoolFiles files, Path dir) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Installation.javaHome().resolve("bin/java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                files.dir().resolveSibling("lib") + "/*",
                "org.hpcreuse.pool.manager.MakeImage",
                files.dir().toString(),
                dir.toString()));
    Path log = dir.resolve("made.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        try (Stream<String> lines = Files.lines(log)) {
          throw new IOException("no image in " + dir + ": " + lines.toList());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IOException("interrupted while the image is made", e);
    }
  }

  private static synchronized void remove() {
    try {
      DirectoryTree.remove(made);
    } catch (IOException e) {
      System.err.println("the image stays in " + made + ": " + e);
    }
  }
}
