/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.core.PoolCore;
import org.hpcreuse.pool.manager.process.BesideLoop;
import org.hpcreuse.pool.manager.process.LogTail;
import org.hpcreuse.pool.manager.process.Mpirun;
import org.hpcreuse.pool.manager.process.ProcessStarter;
import org.hpcreuse.pool.manager.process.ProcessWatch;
import org.hpcreuse.pool.manager.slots.FrameworkFiles;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.pool.manager.state.RecoveryRecord;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.option.SlotClass;
import org.hpcreuse.protocol.wire.Message;

/**
 * Carries out what the core wants, in order. What an action brings about at once (a process that
 * does not start, a peer that is gone) goes back into the core, and what follows is queued behind.
 */
final class ActionRunner {
  /** How long the end of a process waits for the end of its log. */
  private static final long TAIL_MS = 2_000;

  /** How long an answer waits for the end of what a container has left. */
  private static final long MARK_MS = 4_000;

  /** How long all that follows waits for the recovery file. */
  private static final long SAVE_MS = 2_000;

  /** After what time a recovery file that could not be written is tried again. */
  private static final long SAVE_AGAIN_MS = 1_000;

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
  private final BesideLoop starts;
  private final BesideLoop markLooks;
  private final Clock time;
  private final Map<Long, Path> childLogs = new HashMap<>();
  private final Deque<Action> todo = new ArrayDeque<>();

  /** What is waited for beside the loop, no longer than a bound. */
  private final Set<Wait> waits = new HashSet<>();

  /** How often the recovery file has been asked for. */
  private int saves;

  /** Until when all that follows waits for the recovery file that is being written. */
  private long savingDueMs = Long.MAX_VALUE;

  /** When a recovery file that could not be written is tried again. */
  private long saveAgainMs = Long.MAX_VALUE;

  private RecoveryRecord lastRecord = new RecoveryRecord(0, false, List.of());
  private boolean running;
  private boolean stopped;

  /** Something that is given up when it is due, for a reason. */
  private record Wait(long dueMs, String late, Consumer<String> giveUp) {}

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
      BesideLoop starts,
      BesideLoop markLooks,
      Clock time) {
    this.framework = framework;
    this.frameworkWork = frameworkWork;
    this.fileWork = fileWork;
    this.recoveryWork = recoveryWork;
    this.starts = starts;
    this.markLooks = markLooks;
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
      await(
          fileWork,
          () -> LogTail.of(log),
          new Wait(
              time.nowMs() + TAIL_MS,
              "its log could not be read within " + TAIL_MS + " ms",
              why -> run(core.processGone(pid, why))),
          text -> run(core.processGone(pid, text)));
    }
  }

  /** Has something done beside the loop, and goes on when it is done, fails, or is too late. */
  private <T> void await(BesideLoop beside, Callable<T> what, Wait wait, Consumer<T> then) {
    waits.add(wait);
    beside.begin(
        what,
        result -> {
          if (waits.remove(wait)) {
            then.accept(result);
          }
        },
        e -> {
          if (waits.remove(wait)) {
            wait.giveUp().accept(e.toString());
          }
        });
  }

  /** A disk that hangs keeps neither the end of a container nor all that follows a save. */
  void giveUpFiles() {
    long now = time.nowMs();
    if (savingDueMs <= now) {
      LOG.warning("the recovery file is not written within " + SAVE_MS + " ms; the pool goes on");
      saved(saves);
    }
    if (saveAgainMs <= now) {
      writeRecovery();
    }
    for (Wait wait : Set.copyOf(waits)) {
      if (wait.dueMs() <= now && waits.remove(wait)) {
        wait.giveUp().accept(wait.late());
      }
    }
  }

  /** When {@link #giveUpFiles} wants to be called, on the monotonic clock. */
  long nextDueMs() {
    return Math.min(
        Math.min(savingDueMs, saveAgainMs),
        waits.stream().mapToLong(Wait::dueMs).min().orElse(Long.MAX_VALUE));
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
      endMarked(marked);
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
      connections.breakOff(connection, "cannot be sent to: " + e.getMessage());
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

  private void endMarked(Action.EndMarked marked) {
    Runnable answer = () -> run(List.of(marked.answer()));
    await(
        markLooks,
        () -> {
          List<ProcessIdentity> left = marked.mark().processes();
          left.forEach(ProcessIdentity::kill);
          return left;
        },
        new Wait(
            time.nowMs() + MARK_MS,
            "not within " + MARK_MS + " ms",
            why -> {
              LOG.warning(() -> "not looked for what is left of a container: " + why);
              answer.run();
            }),
        ended -> answer.run());
  }

  private void startSlot(Action.StartSlot start) {
    starts.begin(
        () -> processes.startSlot(start.number(), start.heapMb()),
        child -> {
          long pid = child.handle().pid();
          childLogs.put(pid, child.log());
          watch.watch(pid);
          run(core.slotStarted(start.number(), pid, child.log().toString()));
        },
        e -> {
          LOG.log(Level.SEVERE, "process " + start.number() + " cannot be started", e);
          run(core.slotNotStarted(start.number(), e.getMessage()));
        });
  }

  private void saveRecovery(RecoveryRecord pool) {
    lastRecord = pool;
    savingDueMs = time.nowMs() + SAVE_MS;
    writeRecovery();
  }

  private void writeRecovery() {
    RecoveryRecord pool = lastRecord;
    long mpirunPid = mpirun.pid();
    boolean again = saveAgainMs != Long.MAX_VALUE;
    saveAgainMs = Long.MAX_VALUE;
    saves++;
    int save = saves;
    recoveryWork.begin(
        () -> {
          recoveryFile.write(pool, mpirunPid);
          return pool;
        },
        written -> {
          if (again) {
            LOG.info("the recovery file is written again");
          }
          saved(save);
        },
        e -> {
          // A disk that is full, or descriptors that are short: neither lasts for ever.
          LOG.log(again ? Level.FINE : Level.WARNING, "the recovery file is not written", e);
          saveAgainMs = time.nowMs() + SAVE_AGAIN_MS;
          saved(save);
        });
  }

  /** What follows waits for the newest save. */
  private void saved(int save) {
    if (save == saves) {
      savingDueMs = Long.MAX_VALUE;
      run(List.of());
    }
  }

  private void startMpirun(Action.StartMpirun start) {
    List<SlotClass> groups = new ArrayList<>(start.groups());
    mpirun.starting();
    starts.begin(
        () -> processes.startMpirun(groups),
        child -> {
          mpirun.started(child);
          saveRecovery(lastRecord);
        },
        e -> {
          LOG.log(Level.SEVERE, "mpirun cannot be started", e);
          run(core.mpirunEnded(e.getMessage()));
        });
  }
}
