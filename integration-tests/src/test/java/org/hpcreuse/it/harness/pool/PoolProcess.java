/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Leftovers;
import org.hpcreuse.it.harness.Scratch;
import org.hpcreuse.it.harness.Teardown;
import org.hpcreuse.it.harness.TemporaryFiles;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/** A real pool manager with its slots, started in a directory of its own. */
final class PoolProcess {
  private static final int SHUTDOWN_MS = 10_000;

  private final Scratch scratch;
  private final PoolFiles files;
  private final Leftovers leftovers;
  private final TemporaryFiles temporary;
  private final Teardown.Action teardown = this::end;
  private final AtomicInteger containers = new AtomicInteger();
  private final AtomicInteger application = new AtomicInteger(1);
  private Process manager;
  private boolean failed = true; // until it is ready

  private PoolProcess(Scratch scratch, PoolFiles files, Process manager) {
    this.scratch = scratch;
    this.files = files;
    this.manager = manager;
    leftovers = new Leftovers(scratch.dir());
    temporary = new TemporaryFiles(leftovers, Installation.root(), scratch.dir());
    Teardown.pending(teardown);
  }

  /** A directory for the tests' own files; gone with the pool unless a test has failed. */
  Path dir() {
    return scratch.dir();
  }

  /** A container that runs this program, with a number that no other one of this pool has. */
  Container container(String program) throws IOException {
    return new Container(scratch.dir(), application.get(), containers.incrementAndGet(), program);
  }

  /** From now on containers belong to another application. */
  void nextApplication() {
    application.incrementAndGet();
  }

  /** Its start has gone well. */
  void started() {
    temporary.note();
    failed = false;
  }

  /** A test has failed: the directory stays. */
  void fail() {
    failed = true;
  }

  boolean hasFailed() {
    return failed;
  }

  /** What the pool's processes use outside of its directories. */
  TemporaryFiles temporary() {
    return temporary;
  }

  /** Ends the manager as a crash would. */
  void kill() throws InterruptedException {
    temporary.note();
    manager.destroyForcibly().waitFor();
  }

  /** Starts a manager in the place of one that has ended. */
  void startAgain() throws IOException {
    manager = startManager(scratch, files.dir());
  }

  static PoolProcess start(String name, Mpi mpi, Map<String, String> settings) throws IOException {
    Scratch scratch = Scratch.of(name);
    Path dir = scratch.dir().resolve("pool");
    Path lib = scratch.dir().resolve("lib");
    Installation.copyLibraries(lib);
    PoolFiles.createOwnerOnly(dir);
    Files.createDirectories(dir.resolve("logs"));
    Map<String, String> properties = properties(scratch, lib, mpi, settings);
    if (!properties.containsKey(Options.FRAMEWORK_IMAGE.key())) {
      String javaHome = Options.JAVA_HOME.key();
      Map<String, String> shared = Map.of(javaHome, properties.get(javaHome));
      writeProperties(dir, properties(scratch, lib, Mpi.NONE, shared));
      Path image = SharedImage.of(PoolFiles.open(dir));
      properties.put(Options.FRAMEWORK_IMAGE.key(), image.toString());
    }
    writeProperties(dir, properties);
    PoolFiles files = PoolFiles.open(dir);
    files.createSecret();
    return new PoolProcess(scratch, files, startManager(scratch, dir));
  }

  private static Process startManager(Scratch scratch, Path dir) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Installation.javaHome().resolve("bin/java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-cp",
            scratch.dir().resolve("lib") + "/*",
            "org.hpcreuse.pool.manager.ManagerMain",
            dir.toString());
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(managerLog(scratch).toFile()));
    builder.directory(scratch.dir().toFile());
    return builder.start();
  }

  private static Path managerLog(Scratch scratch) {
    return scratch.dir().resolve("pool/logs/manager.log");
  }

  Path managerLog() {
    return managerLog(scratch);
  }

  PoolFiles files() {
    return files;
  }

  boolean isAlive() {
    return manager.isAlive();
  }

  /** The end of the manager's log, for messages. */
  String lastLines() throws IOException {
    List<String> lines = Files.readAllLines(managerLog());
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
  }

  /** Ends the pool, and fails when anything of it is left. */
  void close() throws IOException, InterruptedException {
    Teardown.done(teardown);
    List<String> left = new ArrayList<>(end());
    scratch.removeSocketDir().forEach(file -> left.add("socket directory holds " + file));
    if (!failed && left.isEmpty()) {
      scratch.delete();
    }
    assertThat(left).as("left over by the pool in %s", scratch.dir()).isEmpty();
  }

  /**
   * Ends the pool: over its own channel, then by force.
   *
   * @return what had to be forced; empty when the pool ended by itself
   */
  private List<String> end() throws IOException, InterruptedException {
    List<String> trouble = new ArrayList<>();
    temporary.note();
    if (manager.isAlive()) {
      try (MessageChannel channel =
          MessageChannel.connect(files, Message.Role.ADMIN, Duration.ofSeconds(5))) {
        channel.send(new Message.Shutdown(SHUTDOWN_MS), Duration.ofSeconds(5));
        channel.receive(Duration.ofMillis(3 * SHUTDOWN_MS));
      } catch (IOException | TimeoutException e) {
        trouble.add("the pool did not take its end: " + e);
        manager.destroy();
      }
    }
    if (!manager.waitFor(SHUTDOWN_MS, TimeUnit.MILLISECONDS)) {
      trouble.add("pool manager " + manager.pid() + " did not end by itself");
    }
    trouble.addAll(leftovers.describe());
    leftovers.processes().forEach(ProcessHandle::destroyForcibly);
    Waits.until("the end of what was killed").until(() -> leftovers.processes().isEmpty());
    temporary.left().forEach(file -> trouble.add("temporary file " + file));
    return trouble;
  }

  private static Map<String, String> properties(
      Scratch scratch, Path lib, Mpi mpi, Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(Options.SOCKET.key(), scratch.socketDir().resolve("pool.sock").toString());
    all.put(Options.SLOTS.key(), "1x256");
    all.put(Options.SPARES.key(), "0");
    all.put(Options.TRAINING.key(), "off");
    all.put(Options.MPI.key(), mpi.option());
    all.put(Options.JAVA_HOME.key(), Installation.javaHome().toString());
    all.put(Options.FRAMEWORK_CLASSPATH.key(), Installation.hadoopClassPath());
    all.put(Options.LIB_DIR.key(), lib.toString());
    if (mpi == Mpi.OPEN_MPI) {
      Map<String, String> env = Installation.mpi();
      all.put(Options.MPI_JAR.key(), env.get("MPI_JAR"));
      all.put(Options.MPI_LIBRARY_PATH.key(), env.get("MPI_LIBRARY_PATH"));
      all.put(Options.MPIRUN.key(), env.get("MPIRUN"));
    }
    all.putAll(settings);
    return all;
  }

  private static void writeProperties(Path dir, Map<String, String> settings) throws IOException {
    Properties properties = new Properties();
    properties.putAll(settings);
    try (var out = Files.newBufferedWriter(dir.resolve("pool.properties"))) {
      properties.store(out, null);
    }
  }
}
