/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * The slot's own log. It writes to a file of its own: System.out, java.util.logging and log4j
 * belong to the containers. A stream, not a channel: an interrupt must not close it. What does not
 * fit on its disk is lost, and counted in the next line that does; nothing else depends on it.
 * Thread-safe.
 */
final class SlotLog {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  private final Path file;
  private final FileOutputStream out;

  /** Taken once: a container may change the default. */
  private final ZoneId zone = ZoneId.systemDefault();

  /** Guarded by this. */
  private int lost;

  SlotLog(Path file) throws IOException {
    this.file = file;
    this.out = new FileOutputStream(file.toFile(), true);
  }

  Path file() {
    return file;
  }

  void info(String text) {
    write("INFO  " + text);
  }

  void warn(String text, Throwable cause) {
    StringWriter trace = new StringWriter();
    cause.printStackTrace(new PrintWriter(trace));
    write("WARN  " + text + ": " + trace);
  }

  private synchronized void write(String text) {
    String before = lost == 0 ? "" : "(" + lost + " lines before this one are lost) ";
    String line = TIME.format(LocalDateTime.now(zone)) + " " + before + text.stripTrailing() + "\n";
    try {
      out.write(line.getBytes(StandardCharsets.UTF_8));
      lost = 0;
    } catch (IOException diskIsFull) {
      lost++;
    }
  }
}
