/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Appends one line per container to a file, when the file's directory is there. Thread-safe. */
final class PhaseLog {
  private static final Logger LOG = LoggerFactory.getLogger(PhaseLog.class);
  private final Path file;

  PhaseLog(Path file) {
    this.file = file;
  }

  /** Writes a record; a failure costs a log line and nothing else. */
  synchronized void append(LaunchRecord phases) {
    if (!Files.isDirectory(file.getParent())) {
      return;
    }
    // An interrupt would close the channel half-way: the flag is put aside while writing.
    boolean interrupted = Thread.interrupted();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer line = ByteBuffer.wrap((phases.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
      while (line.hasRemaining()) {
        channel.write(line);
      }
    } catch (IOException e) {
      LOG.warn("{}: phases not written to {}", phases.container(), file, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
