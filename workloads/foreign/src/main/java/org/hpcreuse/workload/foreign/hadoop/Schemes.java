/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses a file system of its own. */
public final class Schemes {
  private Schemes() {}

  /** Local files under another scheme. */
  public static final class Own extends LocalFileSystem {
    @Override
    public String getScheme() {
      return "own";
    }
  }

  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    if (Neighbour.spoils(args)) {
      conf.set("fs.own.impl", Own.class.getName());
      conf.set("fs.permissions.umask-mode", "077");
      FileSystem left = FileSystem.get(URI.create("own:///"), conf);
      left.create(new Path(System.getProperty("user.dir"), "left")).write(1);
      left.deleteOnExit(new Path(System.getProperty("user.dir"), "left"));
    }
    try {
      print("own", FileSystem.get(URI.create("own:///"), new Configuration()).getClass().getName());
    } catch (java.io.IOException e) {
      print("none", e.getMessage());
    }
    print("local", FileSystem.get(URI.create("file:///"), conf).getClass().getName());
    print("class", FileSystem.getFileSystemClass("file", new Configuration()).getName());
    print("statistics", GlobalStorageStatistics.INSTANCE.get("own") != null);
    print("umask", FsPermission.getUMask(conf));
    Path file = new Path(System.getProperty("user.dir"), "f");
    FileSystem.getLocal(conf).create(file).close();
    print("permission", FileSystem.getLocal(conf).getFileStatus(file).getPermission());
  }
}
