/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** Leaves a file system of its own open, and statistics of it and the local one. */
public final class OwnsFileSystem {
  private OwnsFileSystem() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {

    Configuration conf = new Configuration();
    conf.setClass("fs.left.impl", Own.class, FileSystem.class);
    FileSystem.get(URI.create("left://behind/"), conf);
    FileSystem local = FileSystem.getLocal(conf);
    local.create(new Path("left-behind")).close();
    local.deleteOnExit(new Path("left-behind"));
  }

  /** The local one by another name. */
  public static final class Own extends LocalFileSystem {
    /** Made by reflection. */
    public Own() {}

    @Override
    public String getScheme() {
      return "left";
    }

    @Override
    public URI getUri() {
      return URI.create("left://behind/");
    }
  }
}
