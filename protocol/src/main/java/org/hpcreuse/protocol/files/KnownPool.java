/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A pool's options, read again when they have changed: a pool may be set up again while a
 * NodeManager runs. Thread-safe.
 */
public final class KnownPool {
  private final Path dir;

  // Both guarded by this.
  private PoolFiles files;
  private FileIdentity readFrom;

  public KnownPool(Path dir) {
    this.dir = dir;
  }

  /**
   * The pool's files; the same object for as long as nothing has changed.
   *
   * @throws IOException as {@link PoolFiles#open}
   */
  public synchronized PoolFiles files() throws IOException {
    PoolFiles.requireOwnerOnly(dir);
    FileIdentity now = FileIdentity.of(dir.resolve(PoolFiles.OPTIONS));
    if (files == null || !now.equals(readFrom)) {
      files = null;
      files = PoolFiles.open(dir);
      readFrom = now;
    }
    return files;
  }
}
