/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
import org.hpcreuse.pool.manager.process.SlotCommand;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/**
 * A pool manager in a process of its own, as users run it, with {@link ScriptedSlot}s: a JAVA_HOME
 * whose {@code java} keeps the slot's arguments and runs another class.
 */
final class ManagerProcess {
  static final Duration WAIT = Duration.ofSeconds(60);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  final PoolFiles files;
  private final Path log;
  private final Path socketDir;
  private final int metricsPort;
  private final List<String> before;
  private final String classPath;
  private final List<Process> all = new ArrayList<>();
  private final Process process;

  ManagerProcess(Path temp, String mpi, String slots, int spares) throws IOException {
    this(temp, mpi, slots, spares, List.of(), System.getProperty("java.class.path"));
  }

  /**
   * One with a class path of the test's.
   *
   * @param before words before its command
   */
  ManagerProcess(
      Path temp, String mpi, String slots, int spares, List<String> before, String classPath)
      throws IOException {
    this.before = before;
    this.classPath = classPath;
    socketDir = Files.createTempDirectory("hpcr");
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      metricsPort = free.getLocalPort();
    }
    log = temp.resolve("manager.log");
    files =
        TestPool.files(
            temp,
            Map.of(
                "hpc-reuse.framework.classpath",
                temp.resolve("framework") + "/*",
                "hpc-reuse.pool.socket",
                socketDir.resolve("pool").toString(),
                "hpc-reuse.mpi",
                mpi,
                "hpc-reuse.metrics-port",
                Integer.toString(metricsPort),
                "hpc-reuse.spares",
                Integer.toString(spares),
                "hpc-reuse.slots",
                slots,
                "hpc-reuse.java-home",
                fakeJavaHome(temp).toString(),
                "hpc-reuse.lib-dir",
                "/lib"));
    process = startManager(log);
  }

  private Process startManager(Path log) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of(realJava(), "-Xmx64m", "-XX:+UseSerialGC", "-cp", classPath));
    command.addAll(List.of(ManagerMain.class.getName(), files.dir().toString()));
    Process started =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    all.add(started);
    return started;
  }

  /** Starts another manager for the same directory, whose output goes to that file. */
  Process startAnother(Path log) throws IOException {
    return startManager(log);
  }

  long pid() {
    return process.pid();
  }

  /** What the manager has logged so far. */
  List<String> log() throws IOException {
    return Files.readAllLines(log);
  }

  /** Ends the manager by SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private static String realJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static Path fakeJavaHome(Path temp) throws IOException {
    Path bin = Files.createDirectories(temp.resolve("jdk/bin"));
    Path java = bin.resolve("java");
    String script =
        String.join(
            "\n",
            "#!/bin/sh",
            "while [ \"$1\" != " + SlotCommand.MAIN_CLASS + " ]; do shift; done",
            "shift",
            "exec '"
                + realJava()
                + "' -Xmx32m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '"
                + System.getProperty("java.class.path")
                + "' "
                + ScriptedSlot.class.getName()
                + " \"$@\"",
            "");
    Files.writeString(java, script);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    return bin.getParent();
  }

  MessageChannel connect(Message.Role role) {
    return Awaitility.await()
        .atMost(WAIT)
        .ignoreExceptions()
        .until(() -> MessageChannel.connect(files, role, WAIT), channel -> true);
  }

  JsonNode ask(Message question) throws IOException, TimeoutException {
    try (MessageChannel admin = connect(Message.Role.ADMIN)) {
      admin.send(question, WAIT);
      return MAPPER.readTree(((Message.Text) admin.receive(WAIT)).text());
    }
  }

  /** The page for Prometheus. */
  List<String> metrics() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metricsPort + "/metrics"))
            .header(
                "Authorization", "Bearer " + Files.readString(files.dir().resolve("metrics-token")))
            .timeout(WAIT)
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.ofString())
        .body()
        .lines()
        .toList();
  }

  /** Waits until all slots are free, and returns the status. */
  JsonNode awaitFree() {
    return Awaitility.await()
        .atMost(WAIT)
        .until(() -> ask(new Message.StatusQuery()), ManagerProcess::isFree);
  }

  private static boolean isFree(JsonNode status) {
    return status.get("slots").findValuesAsText("state").stream().allMatch("FREE"::equals)
        && status.get("spares").findValuesAsText("state").stream().allMatch("SPARE"::equals);
  }

  /** All processes below the manager. */
  List<ProcessHandle> descendants() {
    return process.toHandle().descendants().toList();
  }

  void terminate() {
    process.destroy();
  }

  /** Waits for the manager's end and gives its exit status. */
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("the manager has not ended within " + WAIT);
    }
    return process.exitValue();
  }

  /** Ends what a failed test has left. */
  void clear() throws IOException, InterruptedException {
    all.forEach(Process::destroy);
    for (Process manager : all) {
      manager.waitFor(WAIT.toMillis(), TimeUnit.MILLISECONDS);
      manager.destroyForcibly().waitFor();
    }
    Files.deleteIfExists(socketDir.resolve("pool"));
    Files.delete(socketDir);
  }
}
