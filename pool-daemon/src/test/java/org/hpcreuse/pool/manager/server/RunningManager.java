/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.hpcreuse.pool.manager.TestPool;
import org.hpcreuse.pool.manager.process.ProcessStarter;
import org.hpcreuse.pool.manager.slots.FrameworkFiles;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.SlotClass;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/**
 * A real server over a real Unix socket in this JVM. Its slots' processes are {@code sleep}s; a
 * test speaks for them.
 */
final class RunningManager {
  static final Duration WAIT = Duration.ofSeconds(10);

  final PoolFiles files;
  private final Path socketDir;
  private final Path socket;
  private final ManagerServer server;
  private final Thread thread;
  private final List<Process> children = new ArrayList<>();
  private final List<MessageChannel> channels = new ArrayList<>();

  /** Runs whenever the server looks for what dead slots have left. */
  volatile Runnable looks = () -> {};

  RunningManager(Path temp, String slots) throws IOException {
    this(temp, slots, Clock.system());
  }

  /** One whose clock is the test's. */
  RunningManager(Path temp, String slots, Clock time) throws IOException {
    this(temp, slots, time, () -> "");
  }

  /** One whose framework's files are the test's. */
  RunningManager(Path temp, String slots, Clock time, FrameworkFiles framework) throws IOException {
    socketDir = Files.createTempDirectory("hpcr");
    socket = socketDir.resolve("s").resolve("pool");
    files =
        TestPool.files(
            temp,
            Map.of(
                "hpc-reuse.pool.socket", socket.toString(),
                "hpc-reuse.mpi", "none",
                "hpc-reuse.spares", "0",
                "hpc-reuse.kill-grace-ms", "0",
                "hpc-reuse.slots", slots));
    PoolSettings settings = PoolSettings.of(files);
    server = new ManagerServer(files, settings, framework, new SleepingSlots(), time);
    thread = new Thread(this::serve, "manager-under-test");
    thread.start();
  }

  private void serve() {
    try {
      server.start();
      server.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path socket() {
    return socket;
  }

  MessageChannel connect() throws IOException, TimeoutException {
    MessageChannel channel = MessageChannel.connect(socket, WAIT);
    channels.add(channel);
    return channel;
  }

  MessageChannel connect(Message.Role role, long pid) throws IOException, TimeoutException {
    MessageChannel channel = connect();
    channel.send(new Message.Hello(role, pid, files.readSecret()), WAIT);
    Message answer = channel.receive(WAIT);
    if (!(answer instanceof Message.Welcome)) {
      throw new AssertionError("not welcome: " + answer);
    }
    return channel;
  }

  MessageChannel executor() throws IOException, TimeoutException {
    return connect(Message.Role.EXECUTOR, 1);
  }

  MessageChannel admin() throws IOException, TimeoutException {
    return connect(Message.Role.ADMIN, 1);
  }

  /** Reports as a process, with the pid of its process. */
  MessageChannel slot(int number, int heapMb) throws IOException, TimeoutException {
    MessageChannel channel = connect(Message.Role.SLOT, process(number).pid());
    channel.send(new Message.SlotHello(number, heapMb, "", "process.log", ""), WAIT);
    return channel;
  }

  /** The process of a slot, once the server has started it. */
  Process process(int number) {
    Awaitility.await().atMost(WAIT).until(() -> isStarted(number));
    synchronized (children) {
      return children.get(number);
    }
  }

  private boolean isStarted(int number) {
    synchronized (children) {
      return children.size() > number;
    }
  }

  /** Waits for the server's thread. */
  boolean isOver() throws InterruptedException {
    thread.join(WAIT.toMillis());
    return !thread.isAlive();
  }

  /** Ends the server and all processes, and removes its files. */
  void stop() throws IOException, InterruptedException {
    for (MessageChannel channel : channels) {
      channel.close();
    }
    server.requestShutdown(100);
    boolean over = isOver();
    server.close();
    synchronized (children) {
      for (Process child : children) {
        child.destroyForcibly();
        child.waitFor(WAIT.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
    Files.deleteIfExists(socket.getParent());
    Files.delete(socketDir);
    if (!over) {
      throw new AssertionError("the server has not ended within " + WAIT);
    }
  }

  private final class SleepingSlots implements ProcessStarter {
    @Override
    public Child startSlot(int number, int heapMb) throws IOException {
      Process process = new ProcessBuilder("sleep", "300").start();
      synchronized (children) {
        children.add(process);
      }
      return new Child(process.toHandle(), Path.of("/dev/null"));
    }

    @Override
    public Child startMpirun(List<SlotClass> groups) throws IOException {
      throw new IOException("no MPI in this test");
    }

    @Override
    public Path mpirunLog() {
      return Path.of("/dev/null");
    }

    @Override
    public void removeMpiFiles() {}

    /** They start nothing. */
    @Override
    public List<ProcessIdentity> orphans() {
      looks.run();
      return List.of();
    }
  }

  /** Makes a directory that others may enter. */
  static Path openDirectory(Path dir) throws IOException {
    Files.createDirectory(dir);
    return Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
