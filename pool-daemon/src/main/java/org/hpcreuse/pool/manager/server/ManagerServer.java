/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.core.PoolCore;
import org.hpcreuse.pool.manager.process.ContainerId;
import org.hpcreuse.pool.manager.process.Mpirun;
import org.hpcreuse.pool.manager.process.OrphanReaper;
import org.hpcreuse.pool.manager.process.ProcessStarter;
import org.hpcreuse.pool.manager.process.ProcessWatch;
import org.hpcreuse.pool.manager.slots.FrameworkFiles;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.CallerCheck;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.pool.manager.state.LoopGuard;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.pool.manager.state.Refusal;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ProtocolException;

/**
 * The one thread of the pool manager. It selects over all sockets, looks after the processes, and
 * hands what happens to {@link PoolCore}. It never blocks but in select: what a disk or another
 * process may hold up, other threads do ({@link FileWork}), sockets are non-blocking, output is
 * queued within a bound, and a peer that is slow, silent or malformed costs nobody else. A step
 * that fails is counted and does not end the loop (see {@link LoopGuard}); a selector that fails
 * does.
 */
public final class ManagerServer implements Closeable {
  private static final long NO_SHUTDOWN = -1;

  /** For answers that are still on their way when the pool has ended. */
  private static final long FLUSH_MS = 1_000;

  /** Others may go on talking while the last of the dead is read. */
  private static final int MAX_LAST_READS = 100;

  /** Where a JVM that jcmd or diag has asked listens; HotSpot removes it in an orderly end only. */
  private static final Path ATTACHED = Path.of("/tmp/.java_pid");

  private static final Logger LOG = Logger.getLogger(ManagerServer.class.getName());

  private final PoolFiles files;
  private final int largestHeapMb;
  private final CallerCheck callerCheck;
  private final Clock time;
  private final PoolCore core;
  private final LoopGuard guard;
  private final ProcessWatch watch;
  private final OrphanReaper reaper;
  private final Mpirun mpirun;
  private final Selector selector;
  private final Acceptor acceptor;
  private final Connections connections;
  private final ActionRunner actions;
  private final RecoveryFile recoveryFile;

  /** Looks at files that may be on a shared disk. */
  private final FileWork frameworkWork;

  /** Reads what is in the pool's directory, and removes what MPI has left. */
  private final FileWork fileWork;

  /** Writes the recovery file, for which others wait. */
  private final FileWork recoveryWork;

  /** Starts processes, and tells orphans from what it has started. */
  private final FileWork starts;

  /** Reads environments of processes, one of which may hang. */
  private final FileWork markLooks;

  /** All of these. */
  private final List<FileWork> besideLoop;

  private final ProcessStarter processes;
  private final AtomicLong shutdownMs = new AtomicLong(NO_SHUTDOWN);

  /**
   * Listens; {@link #start} and {@link #run} serve.
   *
   * @param files socket, secret and recovery file of the pool
   * @param framework tells when the framework's files have been replaced
   * @throws IOException when it cannot listen
   */
  public ManagerServer(
      PoolFiles files,
      PoolSettings settings,
      FrameworkFiles framework,
      ProcessStarter processes,
      Clock time)
      throws IOException {
    this.files = files;
    this.processes = processes;
    largestHeapMb = settings.largestHeapMb();
    this.time = time;
    callerCheck = new CallerCheck(files.readSecret());
    core = new PoolCore(settings, time);
    guard = core.guard();
    watch = new ProcessWatch(time);
    mpirun = new Mpirun(files.mpirunPid(), time, watch);
    selector = Selector.open();
    connections = new Connections(selector, time, core.callers(), core::queuedBytes);
    acceptor = new Acceptor(files.socket(), selector, connections, core.callers(), time);
    recoveryFile = new RecoveryFile(files.processes());
    frameworkWork = new FileWork("pool-manager-framework", selector::wakeup);
    fileWork = new FileWork("pool-manager-files", selector::wakeup);
    recoveryWork = new FileWork("pool-manager-recovery", selector::wakeup);
    starts = new FileWork("pool-manager-starts", selector::wakeup);
    markLooks = new FileWork("pool-manager-marks", selector::wakeup);
    besideLoop = List.of(frameworkWork, fileWork, recoveryWork, starts, markLooks);
    reaper = new OrphanReaper(processes, core, starts, markLooks, time);
    actions =
        new ActionRunner(
            core,
            connections,
            processes,
            watch,
            mpirun,
            recoveryFile,
            framework,
            frameworkWork,
            fileWork,
            recoveryWork,
            starts,
            markLooks,
            time);
  }

  /** Starts the slots, or finds those of a manager that died. */
  public void start() {
    recoveryFile.read().ifPresentOrElse(this::resume, this::startNew);
  }

  /** Serves until the pool has ended. */
  public void run() throws IOException {
    while (!actions.isStopped()) {
      long leastMs = guard.hasFailed() ? LoopGuard.PAUSE_MS : 1;
      long dueMs = guard.get("looking what is due", this::untilNextDueMs, leastMs);
      selector.select(this::ready, Math.max(leastMs, dueMs));
      for (Connection connection : connections.takeReadAhead()) {
        guard.run("serving a connection", () -> serve(connection, this::takeAll));
      }
      connections
          .takeBroken()
          .forEach((peer, why) -> guard.run("hearing a peer out", () -> hearOut(peer, why)));
      besideLoop.forEach(this::deliver);
      guard.run("giving up files", actions::giveUpFiles);
      guard.run("ending the pool", this::endIfAsked);
      guard.run("taking callers again", acceptor::resumeIfDue);
      guard.run("closing silent connections", connections::closeSilent);
      guard.run("killing mpirun", mpirun::killIfDue);
      guard.run("looking for processes that are gone", this::reapProcesses);
      guard.run("looking for stopped processes", this::killStopped);
      guard.run("a timer", () -> actions.run(core.tick()));
    }
    flush();
    finishFileWork();
    recoveryFile.delete();
    if (mpirun.pid() == 0) {
      processes.removeMpiFiles();
    }
  }

  private void deliver(FileWork work) {
    for (Optional<Runnable> next = work.next(); next.isPresent(); next = work.next()) {
      guard.run("dealing with what is done", next.get()::run);
    }
  }

  private void finishFileWork() {
    try {
      fileWork.finish(FLUSH_MS);
      recoveryWork.finish(FLUSH_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void startNew() {
    processes.removeMpiFiles();
    actions.run(core.start());
  }

  private void endIfAsked() {
    long shutdown = shutdownMs.getAndSet(NO_SHUTDOWN);
    if (shutdown != NO_SHUTDOWN) {
      actions.run(core.shutdown(shutdown));
    }
  }

  private void killStopped() {
    watch.stopped().forEach(pid -> actions.run(core.processStopped(pid)));
  }

  private void resume(RecoveryFile.RunningPool running) {
    LOG.warning("an earlier manager of this pool has died, its slots are taken up");
    boolean mpirunLives =
        running.mpirun().filter(p -> mpirun.found(p, processes.mpirunLog())).isPresent();
    actions.run(core.resume(running.pool()));
    if (!mpirunLives) {
      processes.removeMpiFiles();
      actions.run(core.mpirunEnded("together with an earlier pool manager"));
    }
  }

  /**
   * Tells the core which processes are gone, after it has heard the last of what they said (an exit
   * status that was sent must not be lost to the end of its sender) and what they have left behind
   * is gone too.
   */
  private void reapProcesses() {
    List<Long> gone = watch.gone();
    if (!gone.isEmpty()) {
      guard.run("hearing the last of the dead", this::readLast);
    }
    gone.forEach(reaper::gone);
    for (long pid : reaper.over()) {
      removeMarks(Long.toString(pid));
      guard.run("replacing what is gone", () -> actions.processGone(pid));
    }
  }

  private void readLast() throws IOException {
    for (int i = 0; i < MAX_LAST_READS; i++) {
      if (selector.selectNow(this::ready) == 0) {
        break;
      }
    }
  }

  private void removeMarks(String pid) {
    fileWork.begin(
        () -> {
          removeMark(files.outOfMemory(pid));
          removeMark(files.outOfMemoryCall(pid));
          removeMark(ATTACHED.resolveSibling(ATTACHED.getFileName() + pid));
          return pid;
        },
        removed -> LOG.fine(() -> "nothing of slot process " + removed + " is left"),
        e -> LOG.log(Level.WARNING, "left behind of slot process " + pid, e));
  }

  /** A slot that dies by force has had no time to. */
  private static void removeMark(Path mark) {
    try {
      Files.deleteIfExists(mark);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "left behind: " + mark, e);
    }
  }

  /** Ends the pool; may be called by any thread. */
  public void requestShutdown(long timeoutMs) {
    shutdownMs.set(Math.max(0, timeoutMs));
    selector.wakeup();
  }

  private long untilNextDueMs() {
    long due = Math.min(core.nextDueMs(), connections.nextDueMs());
    due = Math.min(due, Math.min(watch.nextLookMs(), mpirun.nextDueMs()));
    due = Math.min(due, Math.min(reaper.nextDueMs(), actions.nextDueMs()));
    due = Math.min(due, acceptor.nextDueMs());
    if (connections.hasWork()) {
      return 0;
    }
    return due - time.nowMs();
  }

  private void ready(SelectionKey key) {
    guard.run("serving a connection", () -> serve(key));
  }

  private void serve(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    if (key.isAcceptable()) {
      acceptor.accept();
      return;
    }
    serve(
        (Connection) key.attachment(),
        connection -> {
          // First what it has said: a peer that has died may have sent a last message.
          if (key.isReadable()) {
            connection.fill();
            takeAll(connection);
          }
          if (key.isValid() && key.isWritable()) {
            connection.flush();
          }
        });
  }

  /** Something that is done with a connection, and fails when its peer does wrong or has gone. */
  @FunctionalInterface
  private interface Service {
    void on(Connection connection) throws IOException;
  }

  private void serve(Connection connection, Service service) {
    try {
      service.on(connection);
    } catch (EOFException e) {
      hungUp(connection);
    } catch (ProtocolException e) {
      refuse(connection, Refusal.MALFORMED, e.getMessage());
    } catch (IOException e) {
      LOG.info(() -> connection + " broke: " + e.getMessage());
      connections.breakOff(connection, e.toString());
    } catch (RuntimeException | OutOfMemoryError e) {
      guard.failed("dealing with a message", e);
      LOG.warning(() -> connection + ": its message could not be dealt with");
      actions.close(connection, e.toString());
    }
  }

  /**
   * A peer that has hung up hears no answer. It may have said something before: an executor, that
   * it has taken an exit status; a slot, what that is.
   */
  private void hearOut(Connection connection, String why) {
    serve(
        connection,
        peer -> {
          takeAll(peer);
          for (int i = 0; i < MAX_LAST_READS && connections.find(peer.id()).isPresent(); i++) {
            if (peer.fill() == 0) {
              break;
            }
            takeAll(peer);
          }
        });
    actions.close(connection, why);
  }

  private void hungUp(Connection connection) {
    if (connection.caller().isEmpty()) {
      refuse(connection, Refusal.NO_HELLO, "hung up before Hello");
    } else if (connection.isWithinMessage()) {
      refuse(connection, Refusal.CUT_OFF, "hung up within a message");
    } else {
      actions.close(connection, "by its peer");
    }
  }

  private void refuse(Connection connection, Refusal refusal, String why) {
    core.callers().refused(connection, refusal, why);
    actions.close(connection, why);
  }

  private void takeAll(Connection connection) throws IOException {
    Optional<FrameBuffer.Skipped> skipped = connection.takeSkipped();
    if (skipped.isPresent()) {
      noRoom(connection, skipped.get());
      return;
    }
    Optional<Message> message = connection.next();
    while (message.isPresent()) {
      received(connection, message.get());
      if (connections.find(connection.id()).isEmpty()) {
        return;
      }
      message = connection.next();
    }
  }

  /** An executor hears of it before the rest of its message has come, of which nothing is kept. */
  private void noRoom(Connection connection, FrameBuffer.Skipped message) {
    String why = connections.whyNoRoom(message);
    Optional<Caller> executor =
        connection.caller().filter(caller -> caller.role() == Message.Role.EXECUTOR);
    Optional<String> container = message.firstText().filter(ContainerId::isValid);
    if (message.type() == Message.Launch.class && executor.isPresent() && container.isPresent()) {
      actions.run(core.noMemoryFor(executor.get(), container.get(), why));
    } else {
      refuse(connection, Refusal.NO_MEMORY, why);
    }
  }

  private void received(Connection connection, Message message) throws IOException {
    Optional<Caller> caller = connection.caller();
    if (caller.isPresent() && message instanceof Message.Ping) {
      connection.send(new Message.Pong());
      return;
    }
    if (caller.isPresent()) {
      actions.run(core.received(caller.get(), message));
      return;
    }
    Optional<Refusal> refusal = callerCheck.refusal(message);
    if (refusal.isPresent()) {
      String why = "its first message is " + message.getClass().getSimpleName();
      core.callers().refused(connection, refusal.get(), why);
      connection.send(new Message.Refused(refusal.get().key()));
      actions.close(connection, why);
    } else {
      Message.Hello hello = (Message.Hello) message;
      long start =
          ProcessIdentity.of(hello.pid()).map(ProcessIdentity::startTicks).orElse(Caller.NO_START);
      connections.letIn(connection, new Caller(connection.id(), hello.role(), hello.pid(), start));
      connection.send(new Message.Welcome(largestHeapMb, core.slotStartup()));
    }
  }

  /** Waits a little for answers that do not fit into their sockets at once. */
  private void flush() throws IOException {
    long deadline = time.nowMs() + FLUSH_MS;
    while (connections.all().stream().anyMatch(Connection::hasUnsent) && time.nowMs() < deadline) {
      selector.select(this::ready, Math.max(1, deadline - time.nowMs()));
    }
  }

  /** Closes all connections and removes the socket. */
  @Override
  public void close() throws IOException {
    List<Connection> left = connections.all();
    left.forEach(connection -> connections.close(connection, "the pool has ended"));
    besideLoop.forEach(FileWork::close);
    acceptor.close();
    selector.close();
    Files.deleteIfExists(files.socket());
  }
}
