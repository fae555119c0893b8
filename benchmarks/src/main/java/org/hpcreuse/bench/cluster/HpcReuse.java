/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Runs bin/hpc-reuse. What its commands print goes to one log, which errors quote. One command at a
 * time; {@link #stop} may come from another thread.
 */
public final class HpcReuse {
  private static final int QUOTED_LINES = 15;
  private static final int STOP_SECONDS = 30;

  /** The one command that is run after {@link #stop}. */
  static final String DOWN = "down";

  private final Path command;
  private final Path log;
  // Guarded by this, as the shutdown hook's thread comes with stop().
  private Process current;
  // Guarded by this.
  private boolean stopped;

  /**
   * Names the command.
   *
   * @param command bin/hpc-reuse
   * @param log file that receives the output; appended to
   */
  public HpcReuse(Path command, Path log) {
    this.command = command;
    this.log = log;
  }

  /** The same command for another thread, with a log of its own. */
  HpcReuse withLog(Path other) {
    return new HpcReuse(command, other);
  }

  /** Takes a command's standard output. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(InputStream output) throws IOException;
  }

  /**
   * How a command has ended.
   *
   * @param status its exit status
   * @param output what the reader has made of its standard output
   */
  public record End<T>(int status, T output) {}

  /**
   * Runs a command to its end.
   *
   * @throws BenchException when its exit status is not 0; quotes the end of the log
   */
  public void run(String... words) throws IOException, InterruptedException {
    Process process = start(Map.of(), ProcessBuilder.Redirect.appendTo(log.toFile()), words);
    requireSuccess(awaitEnd(process), words);
  }

  /** The same with variables in its environment; reads what it prints on standard output. */
  public <T> T read(Reader<T> reader, Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    End<T> end = end(reader, environment, words);
    requireSuccess(end.status, words);
    return end.output;
  }

  /** Runs a command and gives back its standard output as text. */
  public String text(String... words) throws IOException, InterruptedException {
    return read(HpcReuse::utf8, Map.of(), words);
  }

  static String utf8(InputStream output) throws IOException {
    return new String(output.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Like {@link #text}, of a command whose exit status 1 is a finding and no failure. */
  String answer(String... words) throws IOException, InterruptedException {
    End<String> end = end(HpcReuse::utf8, Map.of(), words);
    if (end.status != ExitCodes.FAILED || end.output.isEmpty()) {
      requireSuccess(end.status, words);
    }
    return end.output;
  }

  /** Runs a command to its end, whatever that is, and reads what it prints on standard output. */
  <T> End<T> end(Reader<T> reader, Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    Process process = start(environment, ProcessBuilder.Redirect.PIPE, words);
    T result;
    try (InputStream output = process.getInputStream()) {
      result = reader.read(output);
    }
    return new End<>(awaitEnd(process), result);
  }

  /**
   * Ends the command that runs, if there is one, and waits a bounded time for its end. After that
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

  private synchronized Process start(
      Map<String, String> environment, ProcessBuilder.Redirect output, String... words)
      throws IOException {
    String text = "hpc-reuse " + String.join(" ", words);
    if (stopped && !words[0].equals(DOWN)) {
      throw BenchException.failed("stopped before " + text);
    }
    List<String> line = new ArrayList<>(List.of(command.toString()));
    line.addAll(List.of(words));
    Files.createDirectories(log.getParent());
    String logged = "+ " + text + "\n";
    Files.writeString(log, logged, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
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

  private void requireSuccess(int status, String... words) throws IOException {
    if (status != 0) {
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      int first = Math.max(0, lines.size() - QUOTED_LINES);
      throw BenchException.failed(
          String.format(
              "hpc-reuse %s ended with status %d; end of %s:%n  | %s%n",
              String.join(" ", words),
              status,
              log,
              String.join("\n  | ", lines.subList(first, lines.size()))));
    }
  }
}
