/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;

/** Leaves what LocalDirAllocator knows of its directories. */
public final class AllocatesDirectories {
  private AllocatesDirectories() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {

    Configuration conf = new Configuration();
    conf.set("left.behind.dirs", System.getProperty("user.dir"));
    new LocalDirAllocator("left.behind.dirs").getLocalPathForWrite("left-behind", conf);
  }
}
