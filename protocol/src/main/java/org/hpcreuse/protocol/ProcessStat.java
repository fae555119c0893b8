/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What /proc/PID/stat says of a process (proc(5)).
 *
 * @param state one letter, for example T = stopped, Z = zombie
 * @param terminal number of the controlling terminal, 0 = none
 * @param cpuMs processor time that it has used, milliseconds
 * @param startTicks when it was started, clock ticks since the machine was; tells it from an
 *     earlier process with the same pid
 */
public record ProcessStat(char state, int terminal, long cpuMs, long startTicks) {
  /** Linux shows processor time to programs in hundredths of a second, whatever its own tick. */
  private static final long MS_PER_TICK = 10;

  // Places among the fields after the name of the command.
  private static final int STATE = 0;
  private static final int TERMINAL = 4;
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;
  private static final int START_TICKS = 19;

  /**
   * Reads it by a stream, which an interrupt of the thread does not close as it would a channel.
   *
   * @throws IOException when there is no such process, or its file cannot be read
   */
  public static ProcessStat of(long pid) throws IOException {
    Path file = Path.of("/proc", Long.toString(pid), "stat");
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return parse(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
    } catch (RuntimeException e) {
      throw new IOException(file + " is not understood", e);
    }
  }

  /**
   * The name of the command may itself hold blanks and brackets, and any bytes: the kernel cuts it
   * at 15, in the middle of a letter if need be.
   */
  static ProcessStat parse(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    return new ProcessStat(
        fields[STATE].charAt(0),
        Integer.parseInt(fields[TERMINAL]),
        (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS])) * MS_PER_TICK,
        Long.parseLong(fields[START_TICKS]));
  }
}
