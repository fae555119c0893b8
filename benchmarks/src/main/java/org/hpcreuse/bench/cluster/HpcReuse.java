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
   * Runs a command to its end.
   *
   * @throws BenchException when its exit status is not 0; quotes the end of the log
   */
  public void run(String... words) throws IOException, BenchException, InterruptedException {
    Process process = start(Map.of(), ProcessBuilder.Redirect.appendTo(log.toFile()), words);
    requireSuccess(process, words);
  }

  /** Runs a command and reads what it prints on standard output. */
  public <T> T read(Reader<T> reader, String... words)
      throws IOException, BenchException, InterruptedException {
    return read(reader, Map.of(), words);
  }

  /** The same with variables in its environment. */
  public <T> T read(Reader<T> reader, Map<String, String> environment, String... words)
      throws IOException, BenchException, InterruptedException {
    Process process = start(environment, ProcessBuilder.Redirect.PIPE, words);
    T result;
    try (InputStream output = process.getInputStream()) {
      result = reader.read(output);
    }
    requireSuccess(process, words);
    return result;
  }

  /** Runs a command and gives back its standard output as text. */
  public String text(String... words) throws IOException, BenchException, InterruptedException {
    return read(out -> new String(out.readAllBytes(), StandardCharsets.UTF_8), words);
  }

  /**
   * How a command has ended.
   *
   * @param status its exit status
   * @param output what the reader has made of its standard output
   */
  public record End<T>(int status, T output) {}

  /** Runs a command to its end, whatever that is, and reads what it prints on standard output. */
  <T> End<T> end(Reader<T> reader, String... words)
      throws IOException, BenchException, InterruptedException {
    Process process = start(Map.of(), ProcessBuilder.Redirect.PIPE, words);
    T result;
    try (InputStream output = process.getInputStream()) {
      result = reader.read(output);
    }
    int status = process.waitFor();
    ended(process);
    return new End<>(status, result);
  }

  /** Like {@link #text}, of a command whose exit status 1 is a finding and no failure. */
  String answer(String... words) throws IOException, BenchException, InterruptedException {
    Process process = start(Map.of(), ProcessBuilder.Redirect.PIPE, words);
    String text;
    try (InputStream output = process.getInputStream()) {
      text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (process.waitFor() == ExitCodes.FAILED && !text.isEmpty()) {
      ended(process);
    } else {
      requireSuccess(process, words);
    }
    return text;
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
      throws IOException, BenchException {
    if (stopped && !words[0].equals(DOWN)) {
      throw new BenchException(
          ExitCodes.FAILED, "stopped before hpc-reuse " + String.join(" ", words));
    }
    List<String> line = new ArrayList<>(List.of(command.toString()));
    line.addAll(List.of(words));
    Files.createDirectories(log.getParent());
    Files.writeString(
        log,
        "+ hpc-reuse " + String.join(" ", words) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    current = builder.start();
    return current;
  }

  private void requireSuccess(Process process, String... words)
      throws IOException, BenchException, InterruptedException {
    int status = process.waitFor();
    ended(process);
    if (status != 0) {
      throw new BenchException(
          ExitCodes.FAILED,
          "hpc-reuse "
              + String.join(" ", words)
              + " ended with status "
              + status
              + "; end of "
              + log
              + ":\n"
              + quote());
    }
  }

  private synchronized void ended(Process process) {
    if (current == process) {
      current = null;
    }
  }

  private String quote() throws IOException {
    List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    StringBuilder text = new StringBuilder();
    for (String line : lines.subList(Math.max(0, lines.size() - QUOTED_LINES), lines.size())) {
      text.append("  | ").append(line).append('\n');
    }
    return text.toString();
  }
}
