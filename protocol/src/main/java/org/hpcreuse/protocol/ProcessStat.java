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
 * @param parent pid of the process that it is a child of now
 * @param terminal number of the controlling terminal, 0 = none
 * @param cpuMs processor time that it has used, milliseconds
 * @param waitedCpuMs processor time of its children that have ended and that it has waited for, and
 *     of theirs, milliseconds
 * @param startTicks when it was started, clock ticks since the machine was; tells it from an
 *     earlier process with the same pid
 */
public record ProcessStat(
    char state, long parent, int terminal, long cpuMs, long waitedCpuMs, long startTicks) {
  /** Linux shows processor time to programs in hundredths of a second, whatever its own tick. */
  public static final long MS_PER_TICK = 10;

  // Places among the fields after the name of the command.
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int TERMINAL = 4;
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;
  private static final int WAITED_USER_TICKS = 13;
  private static final int WAITED_SYSTEM_TICKS = 14;
  private static final int START_TICKS = 19;

  /**
   * Reads it by a stream, which an interrupt of the thread does not close as it would a channel.
   *
   * @throws IOException when there is no such process, or its file cannot be read
   */
  public static ProcessStat of(long pid) throws IOException {
    return of(Path.of("/proc"), pid);
  }

  /**
   * The same of a process that another directory than /proc shows.
   *
   * @param proc holds a directory for each process
   * @throws IOException when there is no such process, or its file cannot be read
   */
  public static ProcessStat of(Path proc, long pid) throws IOException {
    Path file = proc.resolve(Long.toString(pid)).resolve("stat");
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
        Long.parseLong(fields[PARENT]),
        Integer.parseInt(fields[TERMINAL]),
        milliseconds(fields[USER_TICKS], fields[SYSTEM_TICKS]),
        milliseconds(fields[WAITED_USER_TICKS], fields[WAITED_SYSTEM_TICKS]),
        Long.parseLong(fields[START_TICKS]));
  }

  private static long milliseconds(String userTicks, String systemTicks) {
    return (Long.parseLong(userTicks) + Long.parseLong(systemTicks)) * MS_PER_TICK;
  }
}
