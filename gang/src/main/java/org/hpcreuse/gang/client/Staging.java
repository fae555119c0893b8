/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.Closeable;
import java.io.IOException;
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
 * its user may enter it. Closing removes it.
 */
final class Staging implements Closeable {
  private static final FsPermission OWN_DIRECTORY = new FsPermission((short) 0700);
  private static final FsPermission OWN_FILE = new FsPermission((short) 0600);

  private final FileSystem files;
  private final Path dir;
  private final Map<String, Integer> names = new HashMap<>();

  /**
   * Makes the directory.
   *
   * @param name of the application
   */
  Staging(Configuration conf, String name) throws IOException {
    files = FileSystem.get(conf);
    dir = new Path(files.getHomeDirectory(), ".hpc-reuse/gangs/" + name);
    FileSystem.mkdirs(files, dir, OWN_DIRECTORY);
  }

  /** Copies a file of this machine; one of the same name gets a number before it. */
  GangPlan.StagedFile copy(java.nio.file.Path file) throws IOException {
    String name = file.getFileName().toString();
    int same = names.merge(name, 1, Integer::sum);
    Path to = new Path(dir, same == 1 ? name : same + "-" + name);
    try (OutputStream out = create(to)) {
      Files.copy(file, out);
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
    files.delete(dir, true);
  }
}
