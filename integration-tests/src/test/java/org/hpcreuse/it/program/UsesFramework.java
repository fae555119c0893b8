/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** Uses Hadoop's local file system in its directory: files, directories, permissions, lists. */
public final class UsesFramework {
  private UsesFramework() {}

  /** Makes things, then prints name, permission and owner of each. */
  public static void main(String[] args) throws IOException {
    FileSystem files = FileSystem.get(URI.create("file:///"), new Configuration());
    Path top = new Path(System.getProperty("user.dir"), "made");
    files.mkdirs(new Path(top, "directory"), new FsPermission((short) 0750));
    Path file = new Path(top, "file");
    try (FSDataOutputStream out = files.create(file)) {
      out.writeBytes("text");
    }
    files.setPermission(file, new FsPermission((short) 0640));
    Path copy = new Path(top, "copy");
    files.copyFromLocalFile(file, copy);
    for (FileStatus status : files.listStatus(top)) {
      System.out.println(
          status.getPath().getName() + " " + status.getPermission() + " " + status.getOwner());
    }
  }
}
