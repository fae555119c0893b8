/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.bench.MpiProgram.Line;
import org.hpcreuse.bench.MpiProgram.Run;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.protocol.ExitCodes;

/**
 * A process whose output is read line by line, all within one bound. It ends when this is closed or
 * when this JVM ends. Not thread-safe.
 */
final class LineProcess implements AutoCloseable {
  private static final Duration TERM_BOUND = Duration.ofSeconds(5);

  private final List<String> words;
  private final Path log;
  private final Duration bound;
  private final long deadline;
  private final Process process;
  private final Thread hook = new Thread(this::end, "mpi-program-end");
  // An empty one is the end of the output.
  private final BlockingQueue<Optional<Line>> lines = new LinkedBlockingQueue<>();

  /**
   * Starts it.
   *
   * @param words the command
   * @param variables in its environment beside those of this JVM
   * @param log receives what it prints on standard error
   * @param bound for all that is waited for here
   */
  LineProcess(List<String> words, Map<String, String> variables, Path log, Duration bound)
      throws IOException {
    this.words = List.copyOf(words);
    this.log = log;
    this.bound = bound;
    deadline = System.nanoTime() + bound.toNanos();
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(variables);
    process = builder.start();
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      end(); // the JVM is going down, and nobody else would
      throw e;
    }
    Thread reading = new Thread(this::read, "mpi-program-output");
    reading.setDaemon(true);
    reading.start();
  }

  private void read() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String text = output.readLine(); text != null; text = output.readLine()) {
        lines.add(Optional.of(new Line(Run.now(), text)));
      }
    } catch (IOException e) {
      // Closed by end(): nobody waits for more.
    } finally {
      lines.add(Optional.empty());
    }
  }

  private Line next() throws BenchException, InterruptedException {
    Optional<Line> line = lines.poll(leftNanos(), TimeUnit.NANOSECONDS);
    if (line == null) {
      throw new BenchException(
          ExitCodes.TIMEOUT, this + ": waited " + bound.toSeconds() + " s in vain for its output");
    }
    return line.orElseThrow(() -> BenchException.failed(this + " has ended too soon; see " + log));
  }

  /** The next lines that it prints, so many. */
  List<Line> next(int count) throws BenchException, InterruptedException {
    List<Line> found = new ArrayList<>();
    while (found.size() < count) {
      found.add(next());
    }
    return found;
  }

  /** Sends an empty line to its standard input. */
  void tell() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /**
   * Waits until it has ended by itself.
   *
   * @throws BenchException when its status is not 0
   */
  void awaitEnd() throws BenchException, InterruptedException {
    if (!process.waitFor(leftNanos(), TimeUnit.NANOSECONDS)) {
      throw new BenchException(
          ExitCodes.TIMEOUT, this + " has not ended within " + bound.toSeconds() + " s");
    }
    if (process.exitValue() != 0) {
      throw BenchException.failed(
          this + " ended with status " + process.exitValue() + "; see " + log);
    }
  }

  /** Fails unless what it has printed is what it should. */
  void require(boolean holds) throws BenchException {
    if (!holds) {
      throw BenchException.failed(this + " printed something else than it should; see " + log);
    }
  }

  private long leftNanos() {
    return Math.max(0, deadline - System.nanoTime());
  }

  /** mpirun ends its ranks when SIGTERM ends it. */
  private void end() {
    process.destroy();
    try {
      if (process.waitFor(TERM_BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is going down: the hook has run.
    }
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
