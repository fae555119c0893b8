/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;

/**
 * A process and when it started: a pid alone may be given to another process.
 *
 * @param pid process id
 * @param startTicks start time in clock ticks since boot, {@link ProcessStat#startTicks}
 */
public record ProcessIdentity(long pid, long startTicks) {
  /** The process that has this pid now; empty when there is none. */
  public static Optional<ProcessIdentity> of(long pid) {
    return stat(pid).map(stat -> new ProcessIdentity(pid, stat.startTicks()));
  }

  /** Whether a process is on a terminal. */
  static boolean hasTerminal(long pid) {
    return stat(pid).filter(stat -> stat.terminal() != 0).isPresent();
  }

  /**
   * Whether nothing of the process can act any more. A zombie is gone, even when its parent has not
   * reaped it, unless threads beside its first are still on their way out. What cannot be read, as
   * when no descriptor is left, is not gone for that.
   */
  public boolean isGone() {
    Optional<ProcessStat> stat = stat(pid);
    if (stat.isEmpty()) {
      return !Files.exists(Path.of("/proc", Long.toString(pid)));
    }
    if (stat.get().startTicks() != startTicks) {
      return true;
    }
    char state = stat.get().state();
    return (state == 'Z' || state == 'X') && !hasMoreThreads();
  }

  /** Whether the process has been stopped (SIGSTOP); a debugger's hold does not count. */
  public boolean isStopped() {
    return stat(pid)
        .filter(stat -> stat.startTicks() == startTicks && stat.state() == 'T')
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

  private static Optional<ProcessStat> stat(long pid) {
    try {
      return Optional.of(ProcessStat.of(pid));
    } catch (IOException e) {
      // There is none, it went away between open and read, or no descriptor is left.
      return Optional.empty();
    }
  }

  private Path proc(String name) {
    return Path.of("/proc", Long.toString(pid), name);
  }
}
