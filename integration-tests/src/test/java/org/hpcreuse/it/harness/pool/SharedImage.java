/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.protocol.files.DirectoryTree;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/** The image of the framework (hpc-reuse.framework.image) for all pools of a test run and a JDK. */
final class SharedImage {
  private static final long LIMIT_SECONDS = 300;

  /** By the home of the JDK; guarded by the class. */
  private static final Map<String, Path> MADE = new HashMap<>();

  private SharedImage() {}

  /**
   * Makes it, unless it is there.
   *
   * @param files of a pool with no option that changes classes
   * @return its directory
   */
  static synchronized Path of(PoolFiles files) throws IOException {
    String javaHome = files.get(Options.JAVA_HOME);
    Path made = MADE.get(javaHome);
    if (made == null) {
      String name = "image-" + ProcessHandle.current().pid() + "-" + MADE.size();
      made = Files.createDirectories(Installation.target().resolve(name));
      if (MADE.isEmpty()) {
        Runtime.getRuntime().addShutdownHook(new Thread(SharedImage::remove, "image-remove"));
      }
      MADE.put(javaHome, made);
      make(files, made);
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
                "org.hpcreuse.pool.manager.process.MakeImage",
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
    for (Path made : MADE.values()) {
      try {
        DirectoryTree.remove(made);
      } catch (IOException e) {
        System.err.println("the image stays in " + made + ": " + e);
      }
    }
  }
}
