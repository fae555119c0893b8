/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.io.IOException;
import java.nio.file.Path;
import org.hpcreuse.pool.manager.process.ImageProcesses;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;

/**
 * {@code MakeImage POOL_DIR DIR}: makes the image of a pool's framework in a directory that is
 * there and empty. The pool need not run. Exit status 0 when the image is whole.
 */
public final class MakeImage {
  private MakeImage() {}

  /** Runs until it is made, or for as long as that may take. */
  public static void main(String[] args) throws InterruptedException {
    if (args.length != 2) {
      System.err.println("usage: MakeImage POOL_DIR DIR");
      System.exit(ExitCodes.USAGE);
    }
    try {
      ImageProcesses.run(PoolFiles.open(Path.of(args[0])), Path.of(args[1]).toRealPath());
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("no image of the framework is made: " + e.getMessage());
      System.exit(ExitCodes.FAILED);
    }
  }
}
