/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;

/**
 * A NodeManager takes a disk out of use at 90 % (max-disk-utilization-per-disk-percentage) and then
 * runs nothing, without saying so to the client; better to say so before the start.
 */
public final class DiskRoom {
  private static final double LIMIT_PERCENT = 90;

  private DiskRoom() {}

  /**
   * Checks the disk of a directory.
   *
   * @param dir an existing directory on the disk
   * @throws Failure when the NodeManager would refuse the disk
   */
  public static void require(Path dir) throws IOException, Failure {
    FileStore store = Files.getFileStore(dir);
    require(dir, store.getTotalSpace(), store.getUsableSpace());
  }

  public static void require(Path dir, long totalBytes, long usableBytes) throws Failure {
    double used = 100.0 * (totalBytes - usableBytes) / totalBytes;
    if (used >= LIMIT_PERCENT) {
      throw new Failure(
          ExitCodes.UNAVAILABLE,
          String.format(
              "the disk of %s is %.1f %% full, a NodeManager uses none beyond %.0f %%; choose"
                  + " another --dir (in a job HPC_REUSE_SCRATCH)",
              dir, used, LIMIT_PERCENT));
    }
  }
}
