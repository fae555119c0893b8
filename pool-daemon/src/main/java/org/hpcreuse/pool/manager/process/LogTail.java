/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The end of a log file, for messages about what went wrong. */
public final class LogTail {
  private static final int MAX_BYTES = 2_000;

  private LogTail() {}

  /** Says where the log is and how it ends; never throws. */
  public static String of(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long start = Math.max(0, file.length() - MAX_BYTES);
      byte[] bytes = new byte[(int) (file.length() - start)];
      file.seek(start);
      file.readFully(bytes);
      String text = new String(bytes, StandardCharsets.UTF_8).strip();
      return "log " + log + (text.isEmpty() ? " is empty" : " ends with:\n" + text);
    } catch (IOException e) {
      return "log " + log + " cannot be read: " + e.getMessage();
    }
  }
}
