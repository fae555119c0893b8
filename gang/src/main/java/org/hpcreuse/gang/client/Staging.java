/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.hpcreuse.gang.plan.GangPlan;

/**
 * A gang's directory on the cluster's file system, from which YARN brings files to containers. Only
 * its user may enter it. Closing removes it, unless it is kept.
 */
final class Staging implements Closeable {
  private static final FsPermission OWN_DIRECTORY = new FsPermission((short) 0700);
  private static final FsPermission OWN_FILE = new FsPermission((short) 0600);

  private static final int CHUNK_BYTES = 1 << 20;

  private final FileSystem files;
  private final Path dir;
  private final Map<String, Integer> names = new HashMap<>();
  private final Interruption interruption;
  private boolean kept;

  /**
   * Touches nothing yet.
   *
   * @param name of the application
   * @param interruption breaks off copying, between two parts of a file
   */
  Staging(Configuration conf, String name, Interruption interruption) throws IOException {
    this.interruption = interruption;
    files = FileSystem.get(conf);
    dir = new Path(files.getHomeDirectory(), ".hpc-reuse/gangs/" + name);
  }

  /** Makes the directory. */
  void make() throws IOException {
    FileSystem.mkdirs(files, dir, OWN_DIRECTORY);
  }

  /** The gang's master removes it. */
  void keep() {
    kept = true;
  }

  /** Copies a file of this machine; one of the same name gets a number before it. */
  GangPlan.StagedFile copy(java.nio.file.Path file)
      throws IOException, CommandInterruptedException {
    String name = file.getFileName().toString();
    int same = names.merge(name, 1, Integer::sum);
    Path to = new Path(dir, same == 1 ? name : same + "-" + name);
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = create(to)) {
      for (int length = in.read(chunk); length > 0; length = in.read(chunk)) {
        interruption.check();
        out.write(chunk, 0, length);
      }
    }
    return staged(to);
  }

  GangPlan.StagedFile write(String name, byte[] content) throws IOException {
    Path to = new Path(dir, name);
    try (OutputStream out = create(to)) {
      out.write(content);
    }
    return staged(to);
  }

  private OutputStream create(Path to) throws IOException {
    return files.createFile(to).permission(OWN_FILE).overwrite(false).recursive().build();
  }

  private GangPlan.StagedFile staged(Path file) throws IOException {
    FileStatus status = files.getFileStatus(file);
    return new GangPlan.StagedFile(
        file.getName(),
        status.getPath().toUri().toString(),
        status.getLen(),
        status.getModificationTime());
  }

  @Override
  public void close() throws IOException {
    if (!kept) {
      files.delete(dir, true);
    }
  }
}
