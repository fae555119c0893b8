/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.nio.file.Path;

/**
 * Where a cluster keeps its data.
 *
 * @param kind which file system
 * @param dir directory on a shared file system; null for {@link Kind#SCRATCH}
 */
public record Storage(Kind kind, Path dir) {
  /** The choices. */
  public enum Kind {
    /** HDFS on the nodes' own disks, gone with the cluster. */
    SCRATCH,
    /** HDFS in a directory that outlives the cluster. */
    KEPT,
    /** No HDFS: a file system that all nodes see. */
    SHARED
  }

  private static final String KEPT = "hdfs:";
  private static final String SHARED = "shared:";

  /**
   * Reads {@code hdfs}, {@code hdfs:DIR} or {@code shared:DIR}.
   *
   * @throws IllegalArgumentException naming the text and what is allowed
   */
  public static Storage parse(String text) {
    if (text.equals("hdfs")) {
      return new Storage(Kind.SCRATCH, null);
    }
    if (text.startsWith(KEPT)) {
      return new Storage(Kind.KEPT, directory(text, KEPT));
    }
    if (text.startsWith(SHARED)) {
      return new Storage(Kind.SHARED, directory(text, SHARED));
    }
    throw new IllegalArgumentException(
        "--storage " + text + ": must be hdfs, hdfs:DIR or shared:DIR");
  }

  private static Path directory(String text, String kind) {
    Path dir = Path.of(text.substring(kind.length()));
    if (!dir.isAbsolute()) {
      throw new IllegalArgumentException(
          "--storage " + text + ": the directory must be absolute, on a file system all nodes see");
    }
    ClusterFiles.requirePlain(dir);
    return dir.normalize();
  }

  public boolean isHdfs() {
    return kind != Kind.SHARED;
  }
}
