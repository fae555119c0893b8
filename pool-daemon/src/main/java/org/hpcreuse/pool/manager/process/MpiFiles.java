/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.protocol.files.DirectoryTree;

/**
 * The directory of all that an mpirun and its ranks keep in memory and in temporary files: the
 * segments that ranks share, and Open MPI's session directory. Open MPI itself removes them when
 * mpirun ends in order only. Each mpirun gets a new one, so what is in it belongs to nobody else.
 *
 * <p>Its path is written down, in the pool's own directory, before it is made: the next manager
 * finds it, or {@code hpc-reuse down}, whatever was killed. In it stands which pool it belongs to.
 */
final class MpiFiles {
  /** All names begin so; launch/lib/node-parts.sh removes nothing else either. */
  static final String PREFIX = "hpc-reuse-";

  private static final Path MEMORY = Path.of("/dev/shm");
  private static final String OWNER = "pool";
  private static final int RANDOM_BYTES = 8;
  private static final Logger LOG = Logger.getLogger(MpiFiles.class.getName());

  private final Path record;
  private final Path parent;

  /**
   * Makes nothing yet.
   *
   * @param record the file that names the directory; it lies in the pool's directory
   * @param otherwise where the directory is made when the node has no memory for files
   */
  MpiFiles(Path record, Path otherwise) {
    this.record = record;
    parent = Files.isWritable(MEMORY) ? MEMORY : otherwise;
  }

  /**
   * Makes the directory of an mpirun that is about to start, and removes that of the one before.
   *
   * @return the directory, which only its owner may enter
   */
  Path make() throws IOException {
    remove();
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    Path dir = parent.resolve(PREFIX + user + "-" + HexFormat.of().formatHex(random));
    Files.writeString(record, dir + "\n");
    Files.createDirectory(
        dir, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(dir.resolve(OWNER), record.getParent() + "\n");
    return dir;
  }

  /**
   * Removes the directory that was made last, by this manager or one before it, if it is there. To
   * be called when its mpirun has ended: ranks that are about to notice need no name for the memory
   * that they share.
   */
  void remove() {
    try {
      Path dir = Path.of(Files.readString(record).strip());
      if (!dir.isAbsolute() || !dir.getFileName().toString().startsWith(PREFIX)) {
        LOG.warning(() -> record + " names no directory of ours: " + dir);
        return;
      }
      DirectoryTree.remove(dir); // dying ranks remove files of their own
      Files.delete(record);
    } catch (NoSuchFileException e) {
      // Never made, or removed already.
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "what " + record + " names cannot be removed", e);
    }
  }
}
