/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.caller.Caller;
import org.hpcreuse.pool.manager.core.PoolCore;
import org.hpcreuse.pool.manager.mpi.Mpirun;
import org.hpcreuse.pool.manager.process.LogTail;
import org.hpcreuse.pool.manager.process.ProcessStarter;
import org.hpcreuse.pool.manager.process.ProcessWatch;
import org.hpcreuse.pool.manager.slots.FrameworkFiles;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.RecoveryRecord;
import org.hpcreuse.pool.manager.time.Clock;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.wire.Message;

/**
 * Carries out what the core wants, in order. What an action brings about at once (a process that
 * does not start, a peer that is gone) goes back into the core, and what follows is queued behind.
 */
final class ActionRunner {
  /** How long the end of a process waits for the end of its log. */
  private static final long TAIL_MS = 2_000;

  /** How long all that follows waits for the recovery file. */
  private static final long SAVE_MS = 2_000;

  private static final Logger LOG = Logger.getLogger(ActionRunner.class.getName());

  private final PoolCore core;
  private final Connections connections;
  private final ProcessStarter processes;
  private final ProcessWatch watch;
  private final Mpirun mpirun;
  private final RecoveryFile recoveryFile;
  private final FrameworkFiles framework;
  private final FileWork frameworkWork;
  private final FileWork fileWork;
  private final FileWork recoveryWork;
  private final Clock time;
  private final Map<Long, Path> childLogs = new HashMap<>();
  private final Deque<Action> todo = new ArrayDeque<>();

  /** Until when the end of a log is waited for, by the process that has written it. */
  private final Map<Long, Long> tailsDueMs = new HashMap<>();

  /** Until when all that follows waits for the recovery file that is being written. */
  private long savingDueMs = Long.MAX_VALUE;

  private RecoveryRecord lastRecord = new RecoveryRecord(0, false, List.of());
  private boolean running;
  private boolean stopped;

  ActionRunner(
      PoolCore core,
      Connections connections,
      ProcessStarter processes,
      ProcessWatch watch,
      Mpirun mpirun,
      RecoveryFile recoveryFile,
      FrameworkFiles framework,
      FileWork frameworkWork,
      FileWork fileWork,
      FileWork recoveryWork,
      Clock time) {
    this.framework = framework;
    this.frameworkWork = frameworkWork;
    this.fileWork = fileWork;
    this.recoveryWork = recoveryWork;
    this.time = time;
    this.core = core;
    this.connections = connections;
    this.processes = processes;
    this.watch = watch;
    this.mpirun = mpirun;
    this.recoveryFile = recoveryFile;
  }

  void run(List<Action> actions) {
    todo.addAll(actions);
    if (running) {
      return;
    }
    running = true;
    try {
      while (!todo.isEmpty() && savingDueMs == Long.MAX_VALUE) {
        perform(todo.remove());
      }
    } finally {
      running = false;
    }
  }

  boolean isStopped() {
    return stopped;
  }

  /** Closes a connection and lets the core know. */
  void close(Connection connection, String reason) {
    if (connections.close(connection, reason)) {
      connection.caller().ifPresent(this::closed);
    }
  }

  private void closed(Caller caller) {
    if (caller.role() == Message.Role.SLOT) {
      watch.lookSoon(caller.pid());
    }
    run(core.closed(caller));
  }

  /** A watched process is gone. */
  void processGone(long pid) {
    if (mpirun.is(pid)) {
      Path log = mpirun.ended();
      fileWork.begin(
          () -> {
            mpirun.removePidFile();
            processes.removeMpiFiles();
            return LogTail.of(log);
          },
          lastWords -> run(core.mpirunEnded(lastWords)),
          e -> run(core.mpirunEnded("log " + log + ": " + e)));
      return;
    }
    Path log = childLogs.remove(pid);
    if (log == null) {
      run(core.processGone(pid, ""));
    } else {
      tailsDueMs.put(pid, time.nowMs() + TAIL_MS);
      fileWork.begin(
          () -> LogTail.of(log), text -> tailRead(pid, text), e -> tailRead(pid, e.toString()));
    }
  }

  private void tailRead(long pid, String text) {
    if (tailsDueMs.remove(pid) != null) {
      run(core.processGone(pid, text));
    }
  }

  /** A disk that hangs keeps neither the end of a container nor all that follows a save. */
  void giveUpFiles() {
    long now = time.nowMs();
    if (savingDueMs <= now) {
      LOG.warning("the recovery file is not written within " + SAVE_MS + " ms; the pool goes on");
      saved();
    }
    for (Map.Entry<Long, Long> due : Map.copyOf(tailsDueMs).entrySet()) {
      if (due.getValue() <= now) {
        tailRead(due.getKey(), "its log could not be read within " + TAIL_MS + " ms");
      }
    }
  }

  /** When {@link #giveUpFiles} wants to be called, on the monotonic clock. */
  long nextDueMs() {
    return Math.min(
        savingDueMs,
        tailsDueMs.values().stream().mapToLong(due -> due).min().orElse(Long.MAX_VALUE));
  }

  private void perform(Action action) {
    if (action instanceof Action.Send send) {
      connections.find(send.connection()).ifPresent(c -> send(c, send));
    } else if (action instanceof Action.Grant grant) {
      grant(grant);
    } else if (action instanceof Action.Close close) {
      connections.find(close.connection()).ifPresent(c -> close(c, close.reason()));
    } else if (action instanceof Action.StartSlot start) {
      startSlot(start);
    } else if (action instanceof Action.StartMpirun start) {
      startMpirun(start);
    } else if (action instanceof Action.LookAtFramework) {
      frameworkWork.begin(
          framework::fingerprint,
          found -> run(core.frameworkSeen(found)),
          e -> run(core.frameworkNotSeen(e)));
    } else if (action instanceof Action.Watch process) {
      watch.watch(process.pid());
    } else if (action instanceof Action.Kill kill) {
      watch.kill(kill.pid());
    } else if (action instanceof Action.EndMarked marked) {
      marked.mark().processes().forEach(ProcessIdentity::kill);
    } else if (action instanceof Action.SaveRecovery save) {
      saveRecovery(save.record());
    } else if (action instanceof Action.EndMpirun) {
      mpirun.end();
    } else if (action instanceof Action.Stop) {
      stopped = true;
    }
  }

  private void send(Connection connection, Action.Send send) {
    try {
      connections.send(connection, send.message());
    } catch (IOException e) {
      LOG.info(() -> connection + " cannot be sent to: " + e.getMessage());
      close(connection, "cannot be sent to: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      // A peer that misses a message would wait for ever.
      core.guard().failed("sending a message", e);
      close(connection, "cannot be sent to: " + e.getMessage());
    }
  }

  private void grant(Action.Grant grant) {
    Optional<Connection> executor = connections.find(grant.executor());
    executor.ifPresent(c -> send(c, new Action.Send(c.id(), grant.assigned())));
    boolean told = executor.filter(c -> !c.hasUnsent() && connections.isThere(c)).isPresent();
    if (told) {
      connections.find(grant.slot()).ifPresent(c -> send(c, new Action.Send(c.id(), grant.run())));
    } else {
      executor.ifPresent(c -> close(c, "it has given up " + grant.assigned().containerId()));
      run(core.notGranted(grant.run().lease()));
    }
  }

  /**
   * In the loop: before it is known, a child that another thread starts would be taken for an
   * orphan of a dead slot. The file that it opens is in the pool's own directory.
   */
  private void startSlot(Action.StartSlot start) {
    ProcessStarter.Child child;
    try {
      child = processes.startSlot(start.number(), start.heapMb());
    } catch (IOException | RuntimeException | OutOfMemoryError e) { // of memory or of threads
      LOG.log(Level.SEVERE, "process " + start.number() + " cannot be started", e);
      run(core.slotNotStarted(start.number(), e.getMessage()));
      return;
    }
    long pid = child.handle().pid();
    childLogs.put(pid, child.log());
    watch.watch(pid);
    run(core.slotStarted(start.number(), pid, child.log().toString()));
  }

  private void saveRecovery(RecoveryRecord pool) {
    lastRecord = pool;
    savingDueMs = time.nowMs() + SAVE_MS;
    long mpirunPid = mpirun.pid();
    recoveryWork.begin(
        () -> {
          recoveryFile.write(pool, mpirunPid);
          return pool;
        },
        written -> saved(),
        e -> {
          LOG.log(Level.WARNING, "the recovery file is not written", e);
          saved();
        });
  }

  private void saved() {
    savingDueMs = Long.MAX_VALUE;
    run(List.of());
  }

  private void startMpirun(Action.StartMpirun start) {
    try {
      mpirun.started(processes.startMpirun(new ArrayList<>(start.groups())));
      saveRecovery(lastRecord);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.SEVERE, "mpirun cannot be started", e);
      run(core.mpirunEnded(e.getMessage()));
    }
  }
}
