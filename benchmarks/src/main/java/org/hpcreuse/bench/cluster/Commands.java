/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Runs programs to their end, one at a time: bin/hpc-reuse, and others. What they print on standard
 * error goes to one log, which errors quote. {@link #stop} may come from another thread.
 */
public final class Commands {
  private static final int QUOTED_LINES = 15;
  private static final int STOP_SECONDS = 30;

  /** How long SIGTERM may take: mpirun ends its ranks meanwhile. */
  private static final Duration TERM_LIMIT = Duration.ofSeconds(5);

  private static final Duration JAVA_LIMIT = Duration.ofMinutes(5);
  private static final Redirect NOTHING = Redirect.from(Path.of("/dev/null").toFile());
  private static final String NAME = "hpc-reuse ";

  /** The one command that is run after {@link #stop}. */
  static final String DOWN = "down";

  private final Path hpcReuse;
  private final Path log;
  // Guarded by this, as the shutdown hook's thread comes with stop().
  private Process current;
  // Guarded by this.
  private boolean stopped;

  /**
   * Names what is run.
   *
   * @param hpcReuse bin/hpc-reuse
   * @param log file that receives the output; appended to
   */
  public Commands(Path hpcReuse, Path log) {
    this.hpcReuse = hpcReuse;
    this.log = log;
  }

  /** The same for another thread, with a log of its own. */
  Commands withLog(Path other) {
    return new Commands(hpcReuse, other);
  }

  /** Takes a program's standard output. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(InputStream output) throws IOException;
  }

  /** Talks with a program by its standard input and output. */
  @FunctionalInterface
  public interface Talk<T> {
    T with(Process program) throws IOException;
  }

  /**
   * How a command has ended.
   *
   * @param status its exit status
   * @param output what the reader has made of its standard output
   */
  public record End<T>(int status, T output) {}

  /**
   * Runs a command of bin/hpc-reuse; all that it prints goes to the log.
   *
   * @throws BenchException when its exit status is not 0; quotes the end of the log
   */
  public void run(String... words) throws IOException, InterruptedException {
    Redirect output = Redirect.appendTo(log.toFile());
    String name = NAME + String.join(" ", words);
    requireSuccess(name, awaitEnd(start(name, line(words), Map.of(), NOTHING, output)));
  }

  /** The same with variables in its environment; reads what it prints on standard output. */
  public <T> T read(Reader<T> reader, Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    End<T> end = end(reader, environment, words);
    requireSuccess(NAME + String.join(" ", words), end.status);
    return end.output;
  }

  /** Runs a command and gives back its standard output as text. */
  public String text(String... words) throws IOException, InterruptedException {
    return read(Commands::utf8, Map.of(), words);
  }

  /** All of it as text. */
  public static String utf8(InputStream output) throws IOException {
    return new String(output.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Runs a command to its end, whatever that is, and reads what it prints on standard output. */
  <T> End<T> end(Reader<T> reader, Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    String name = NAME + String.join(" ", words);
    Process process = start(name, line(words), environment, NOTHING, Redirect.PIPE);
    T result;
    try (InputStream output = process.getInputStream()) {
      result = reader.read(output);
    }
    return new End<>(awaitEnd(process), result);
  }

  /**
   * Runs another program to its end, and ends it when the limit is over.
   *
   * @param line the program and its words
   * @param environment variables beside those of this process
   * @throws BenchException when its exit status is not 0, or the limit was over
   */
  public <T> T program(
      List<String> line, Map<String, String> environment, Duration limit, Talk<T> talk)
      throws IOException, InterruptedException {
    String name = String.join(" ", line);
    Process process = start(name, line, environment, Redirect.PIPE, Redirect.PIPE);
    AtomicBoolean late = new AtomicBoolean();
    after(
        limit,
        process,
        () -> {
          late.set(true);
          process.destroy();
        });
    after(limit.plus(TERM_LIMIT), process, process::destroyForcibly);
    // This JVM may end first.
    Thread end = new Thread(process::destroy, "bench-program-end");
    Runtime.getRuntime().addShutdownHook(end);
    try {
      T result = talk.with(process);
      int status = awaitEnd(process);
      if (!late.get()) {
        requireSuccess(name, status);
        return result;
      }
    } catch (IOException e) {
      if (!late.get()) {
        throw e;
      }
    } finally {
      process.destroy();
      remove(end);
    }
    String message = name + " has not ended within " + limit.toSeconds() + " s; see " + log;
    throw new BenchException(ExitCodes.TIMEOUT, message);
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This JVM is going down, and the hook ends the process.
    }
  }

  /**
   * Runs a JVM like this one to its end, which is at most 5 minutes away.
   *
   * @param environment variables beside those of this process
   */
  public void java(Map<String, String> environment, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    line.addAll(arguments);
    program(line, environment, JAVA_LIMIT, program -> utf8(program.getInputStream()));
  }

  /** Does something when a process has not ended by then. */
  private static void after(Duration limit, Process process, Runnable action) {
    process
        .onExit()
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(
            late -> {
              action.run();
              return process;
            });
  }

  /** Runs a tool of this JDK in this JVM: {@code jar} or {@code javac}. */
  public static void jdkTool(String name, List<String> words) throws IOException {
    ToolProvider tool = ToolProvider.findFirst(name).orElseThrow();
    int status = tool.run(System.err, System.err, words.toArray(String[]::new));
    if (status != 0) {
      throw new IOException(
          name
              + " ended with status "
              + status
              + "; its last word was "
              + words.get(words.size() - 1));
    }
  }

  /**
   * Ends the program that runs, if there is one, and waits a bounded time for its end. After that
   * only {@code down} is run.
   */
  public void stop() throws InterruptedException {
    Process process;
    synchronized (this) {
      stopped = true;
      process = current;
    }
    if (process != null) {
      process.destroy();
      process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
    }
  }

  private List<String> line(String... words) {
    return Stream.concat(Stream.of(hpcReuse.toString()), Stream.of(words)).toList();
  }

  private synchronized Process start(
      String name,
      List<String> line,
      Map<String, String> environment,
      Redirect input,
      Redirect output)
      throws IOException {
    if (stopped && !(name + " ").startsWith(NAME + DOWN + " ")) {
      throw BenchException.failed("stopped before " + name);
    }
    Files.createDirectories(log.getParent());
    String logged = "+ " + name + "\n";
    Files.writeString(log, logged, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectInput(input)
            .redirectOutput(output)
            .redirectError(Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    current = builder.start();
    return current;
  }

  private int awaitEnd(Process process) throws InterruptedException {
    int status = process.waitFor();
    synchronized (this) {
      current = current == process ? null : current;
    }
    return status;
  }

  private void requireSuccess(String name, int status) throws IOException {
    if (status != 0) {
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      int first = Math.max(0, lines.size() - QUOTED_LINES);
      throw BenchException.failed(
          String.format(
              "%s ended with status %d; end of %s:%n  | %s%n",
              name, status, log, String.join("\n  | ", lines.subList(first, lines.size()))));
    }
  }
}
