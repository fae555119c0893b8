/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.HpcReuse;
import org.hpcreuse.bench.run.Entry.GangEnd;
import org.hpcreuse.bench.run.Entry.GangKind;
import org.hpcreuse.protocol.ExitCodes;

/**
 * A gang that runs workloads/gangcheck, and what it says.
 *
 * @param cluster used by no other thread
 * @param jar gangcheck.jar
 * @param number of the gang, from 1; its messages are made of it
 * @param ranks how many
 * @param kind what it is
 */
record CheckedGang(Cluster cluster, Path jar, int number, int ranks, GangKind kind) {
  /** Some gangs wait for others, each of which takes seconds. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** A broken gang's ranks get 5 s to end by themselves. */
  private static final Duration LEAVE_LIMIT = Duration.ofSeconds(15);

  private static final Pattern BEGUN = Pattern.compile("rank (\\d+) begins");
  private static final Pattern VICTIM = Pattern.compile("victim (\\d+)");

  /** Ends a rank. */
  @FunctionalInterface
  interface Killer {
    /** Kills a process; it must be one of the pool. */
    void kill(long pid) throws IOException;
  }

  /** Runs it to its end, without a victim. */
  GangEnd run() throws IOException, InterruptedException {
    return run(pid -> {});
  }

  /**
   * Runs it to its end.
   *
   * @param killer gets the process that the gang says is to be killed
   */
  GangEnd run(Killer killer) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("-n", Integer.toString(ranks)));
    words.addAll(List.of("--time-limit", Long.toString(LIMIT.toSeconds())));
    words.addAll(List.of(jar.toString(), Integer.toString(number)));
    victimsCall().ifPresent(words::add);
    long began = System.nanoTime();
    HpcReuse.End<Output> end =
        cluster.mpiEnd(lines -> Output.read(lines, killer), words.toArray(String[]::new));
    long ended = System.nanoTime();
    Output output = end.output();
    long leaveMs = output.killedNanos.map(at -> millis(ended - at)).orElse(0L);
    String wrong = wrong(end.status(), leaveMs, output);
    return new GangEnd(
        number, kind, ranks, wrong.isEmpty(), millis(ended - began), leaveMs, 0, wrong);
  }

  /** The program's word for the call in which a rank is killed. */
  private Optional<String> victimsCall() {
    return switch (kind) {
      case RECV -> Optional.of("recv");
      case ALL_REDUCE -> Optional.of("allReduce");
      default -> Optional.empty();
    };
  }

  private String wrong(int status, long leaveMs, Output output) {
    if (output.begun.size() != ranks) {
      return output.begun.size() + " of " + ranks + " ranks have begun; " + output.text;
    }
    if (victimsCall().isPresent()) {
      boolean broken =
          output.killedNanos.isPresent()
              && status == ExitCodes.KILLED
              && leaveMs < LEAVE_LIMIT.toMillis()
              && output.text.isEmpty();
      return broken
          ? ""
          : "status " + status + ", " + leaveMs + " ms after a rank was killed; " + output.text;
    }
    String wanted = "seed " + number + ", " + ranks + " ranks: right";
    return status == 0 && output.text.contains(wanted)
        ? ""
        : "status " + status + "; " + output.text;
  }

  private static long millis(long nanos) {
    return Duration.ofNanos(nanos).toMillis();
  }

  /** What a gang has printed. */
  private static final class Output {
    private final Set<String> begun = new HashSet<>();
    private final List<String> text = new ArrayList<>();
    private Optional<Long> killedNanos = Optional.empty();

    static Output read(InputStream from, Killer killer) throws IOException {
      Output output = new Output();
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8));
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        output.add(line, killer);
      }
      return output;
    }

    private void add(String line, Killer killer) throws IOException {
      Matcher rank = BEGUN.matcher(line);
      Matcher victim = VICTIM.matcher(line);
      if (rank.matches()) {
        begun.add(rank.group(1));
      } else if (victim.matches()) {
        killer.kill(Long.parseLong(victim.group(1)));
        killedNanos = Optional.of(System.nanoTime());
      } else {
        text.add(line);
      }
    }
  }
}
