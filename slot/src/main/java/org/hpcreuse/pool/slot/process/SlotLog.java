/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.hpcreuse.cleanup.boot.SlotHooks;

/**
 * The slot's own log. It writes to a file of its own: System.out, java.util.logging and log4j
 * belong to the containers. A stream, not a channel: an interrupt must not close it. What does not
 * fit on its disk is lost, and counted in the next line that does; nothing else depends on it. When
 * it has grown to a bound it starts again, and one file of what was before stays. Thread-safe.
 */
public final class SlotLog {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  /** Lines of about a hundred thousand containers. */
  private static final long MAX_BYTES = 16L << 20;

  private final Path file;
  private final long maxBytes;

  /** Guarded by this. */
  private FileOutputStream out;

  /** Taken once: a container may change the default. */
  private final ZoneId zone = ZoneId.systemDefault();

  /** Guarded by this. */
  private int lost;

  public SlotLog(Path file) throws IOException {
    this(file, MAX_BYTES);
  }

  /** One that grows to so many bytes. */
  public SlotLog(Path file, long maxBytes) throws IOException {
    this.file = file;
    this.maxBytes = maxBytes;
    this.out = new FileOutputStream(file.toFile(), true);
  }

  public Path file() {
    return file;
  }

  public void info(String text) {
    write("INFO  " + text);
  }

  public void warn(String text, Throwable cause) {
    StringWriter trace = new StringWriter();
    cause.printStackTrace(new PrintWriter(trace));
    write("WARN  " + text + ": " + trace);
  }

  /**
   * A thread of a container may write the line, and what such a thread opens is closed with the
   * container: this stream is the slot's.
   */
  private void startNewFile() throws IOException {
    Path before = file.resolveSibling(file.getFileName() + ".1");
    Files.move(file, before, StandardCopyOption.REPLACE_EXISTING);
    try {
      FileOutputStream fresh = new FileOutputStream(file.toFile(), true);
      SlotHooks.opened().forget(fresh);
      out.close();
      out = fresh;
    } catch (IOException e) {
      Files.move(before, file, StandardCopyOption.REPLACE_EXISTING);
      throw e;
    }
  }

  private synchronized void write(String text) {
    String before = lost == 0 ? "" : "(" + lost + " lines before this one are lost) ";
    String line = TIME.format(LocalDateTime.now(zone)) + " " + before + text.stripTrailing() + "\n";
    try {
      byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      if (file.toFile().length() + bytes.length > maxBytes) {
        startNewFile();
      }
      out.write(bytes);
      lost = 0;
    } catch (IOException diskIsFull) {
      lost++;
    }
  }
}
