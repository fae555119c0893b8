/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The mpirun process of the pool: its end, wanted or not, and the ranks it may leave behind. */
final class Mpirun {
  /** How long it may take to end its ranks and itself after SIGTERM. */
  static final long TERM_MS = 3_000;

  private static final Logger LOG = Logger.getLogger(Mpirun.class.getName());

  private final Path pidFile;
  private final Time time;
  private final ProcessWatch watch;
  private SlotProcesses.Child child;
  private List<ProcessIdentity> ranks = List.of();
  private long killAtMs = Long.MAX_VALUE;

  Mpirun(Path pidFile, Time time, ProcessWatch watch) {
    this.pidFile = pidFile;
    this.time = time;
    this.watch = watch;
  }

  void started(SlotProcesses.Child mpirun) {
    child = mpirun;
    ranks = List.of();
    killAtMs = Long.MAX_VALUE;
    watch.watch(mpirun.handle().pid());
  }

  /**
   * Takes up the mpirun of a manager that has died.
   *
   * @return whether it was still there
   */
  boolean found(ProcessIdentity process, Path log) {
    Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
    handle.ifPresent(h -> started(new SlotProcesses.Child(h, log)));
    return handle.isPresent();
  }

  /** Its process id, 0 while there is none. */
  long pid() {
    return child == null ? 0 : child.handle().pid();
  }

  boolean is(long pid) {
    return child != null && child.handle().pid() == pid;
  }

  /** Asks it to end; {@link #killIfDue} makes sure. */
  void end() {
    if (child == null) {
      return;
    }
    ranks =
        child
            .handle()
            .descendants()
            .map(ProcessHandle::pid)
            .map(ProcessIdentity::of)
            .flatMap(Optional::stream)
            .toList();
    child.handle().destroy();
    watch.lookSoon(child.handle().pid());
    killAtMs = time.nowMs() + TERM_MS;
  }

  long nextDueMs() {
    return killAtMs;
  }

  void killIfDue() {
    if (time.nowMs() >= killAtMs) {
      killAtMs = Long.MAX_VALUE;
      LOG.warning(() -> "mpirun has not ended within " + TERM_MS + " ms after TERM, killed");
      ranks.forEach(ProcessIdentity::kill);
      watch.kill(child.handle().pid());
    }
  }

  /**
   * It has ended; ranks it should have ended are ended now.
   *
   * @return the end of its log
   */
  String ended() {
    killAtMs = Long.MAX_VALUE;
    ranks.forEach(ProcessIdentity::kill);
    try {
      Files.deleteIfExists(pidFile);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot remove " + pidFile, e);
    }
    String tail = LogTail.of(child.log());
    child = null;
    return tail;
  }
}
