/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;

/**
 * A process and when it started: a pid alone may be given to another process.
 *
 * @param pid process id
 * @param startTicks start time in clock ticks since boot, field 22 of /proc/PID/stat
 */
public record ProcessIdentity(long pid, long startTicks) {
  private static final int STATE = 0;
  private static final int TERMINAL = 4;
  private static final int START_TICKS = 19;

  /** The process that has this pid now; empty when there is none. */
  public static Optional<ProcessIdentity> of(long pid) {
    return stat(pid).map(fields -> new ProcessIdentity(pid, startTicks(fields)));
  }

  /** Whether a process is on a terminal. */
  static boolean hasTerminal(long pid) {
    return stat(pid).filter(fields -> !fields[TERMINAL].equals("0")).isPresent();
  }

  /**
   * Whether nothing of the process can act any more. A zombie is gone, whoever should reap it,
   * unless threads beside its first are still on their way out. What cannot be read, as when no
   * descriptor is left, is not gone for that.
   */
  public boolean isGone() {
    Optional<String[]> fields = stat(pid);
    if (fields.isEmpty()) {
      return !Files.exists(Path.of("/proc", Long.toString(pid)));
    }
    if (startTicks(fields.get()) != startTicks) {
      return true;
    }
    String state = fields.get()[STATE];
    return (state.equals("Z") || state.equals("X")) && !hasMoreThreads();
  }

  /** Whether the process has been stopped (SIGSTOP); a debugger's hold does not count. */
  boolean isStopped() {
    return stat(pid)
        .filter(fields -> startTicks(fields) == startTicks && fields[STATE].equals("T"))
        .isPresent();
  }

  /** Sends SIGKILL unless the process is gone. Its own process is never killed. */
  public void kill() {
    if (!isGone() && pid != ProcessHandle.current().pid()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private boolean hasMoreThreads() {
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(proc("task"))) {
      Iterator<Path> each = tasks.iterator();
      if (each.hasNext()) {
        each.next();
      }
      return each.hasNext();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The fields after the command's name, which may itself hold blanks and brackets, and any bytes:
   * the kernel cuts it at 15, in the middle of a letter if need be.
   */
  private static Optional<String[]> stat(long pid) {
    try {
      String stat =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
      return fields.length > START_TICKS ? Optional.of(fields) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      // ESRCH: it went away between open and read.
      return Optional.empty();
    }
  }

  private static long startTicks(String[] fields) {
    return Long.parseLong(fields[START_TICKS]);
  }

  private Path proc(String name) {
    return Path.of("/proc", Long.toString(pid), name);
  }
}
