/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The processes that {@code up} has started itself: a file run/NAME.pid each, with pid and start
 * time. All others of the cluster descend from these.
 */
public final class PidFiles {
  private static final String SUFFIX = ".pid";

  private PidFiles() {}

  /**
   * Pids by name, such as {@code nodemanager}.
   *
   * @param cluster the cluster's directory
   * @throws IOException when it has not been started, or a file has no pid
   */
  public static Map<String, Long> read(Path cluster) throws IOException {
    Map<String, Long> pids = new TreeMap<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(cluster.resolve("run"), "*" + SUFFIX)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        pids.put(name.substring(0, name.length() - SUFFIX.length()), pid(file));
      }
    }
    return pids;
  }

  private static long pid(Path file) throws IOException {
    String text = Files.readString(file).strip();
    try {
      return Long.parseLong(text.split(" ", -1)[0]);
    } catch (NumberFormatException e) {
      throw new IOException(file + " holds no pid but \"" + text + "\"", e);
    }
  }
}
