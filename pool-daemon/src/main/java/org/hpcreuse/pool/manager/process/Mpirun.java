/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ProcessIdentity;

/** The mpirun process of the pool: its end, wanted or not, and the ranks it may leave behind. */
public final class Mpirun {
  /** How long it may take to end its ranks and itself after SIGTERM. */
  public static final long TERM_MS = Bounds.MPIRUN_END.toMillis();

  private static final Logger LOG = Logger.getLogger(Mpirun.class.getName());

  private final Path pidFile;
  private final Clock time;
  private final ProcessWatch watch;
  private ProcessStarter.Child child;
  private List<ProcessIdentity> ranks = List.of();
  private long killAtMs = Long.MAX_VALUE;

  /** Whether it has been asked to end since it was to be started. */
  private boolean ending;

  public Mpirun(Path pidFile, Clock time, ProcessWatch watch) {
    this.pidFile = pidFile;
    this.time = time;
    this.watch = watch;
  }

  /** It is being started. */
  public void starting() {
    ending = false;
  }

  /** It has been started; when it should end by now, it is asked to. */
  public void started(ProcessStarter.Child mpirun) {
    child = mpirun;
    ranks = List.of();
    killAtMs = Long.MAX_VALUE;
    watch.watch(mpirun.handle().pid());
    if (ending) {
      end();
    }
  }

  /**
   * Takes up the mpirun of a manager that has died.
   *
   * @return whether it was still there
   */
  public boolean found(ProcessIdentity process, Path log) {
    Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
    handle.ifPresent(h -> started(new ProcessStarter.Child(h, log)));
    return handle.isPresent();
  }

  /** Its process id, 0 while there is none. */
  public long pid() {
    return child == null ? 0 : child.handle().pid();
  }

  public boolean is(long pid) {
    return child != null && child.handle().pid() == pid;
  }

  /** Asks it to end; {@link #killIfDue} makes sure. */
  public void end() {
    ending = true;
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

  public long nextDueMs() {
    return killAtMs;
  }

  public void killIfDue() {
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
   * @return its log
   */
  public Path ended() {
    killAtMs = Long.MAX_VALUE;
    ranks.forEach(ProcessIdentity::kill);
    Path log = child.log();
    child = null;
    return log;
  }

  /** Removes what names its process, when that has ended. */
  public void removePidFile() {
    try {
      Files.deleteIfExists(pidFile);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot remove " + pidFile, e);
    }
  }
}
