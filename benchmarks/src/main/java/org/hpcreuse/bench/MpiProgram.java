/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.bench.cluster.BenchException;

/**
 * An MPI program that is measured. It is the same program for each starter.
 *
 * @param name in samples and tables
 * @param jar the name of its jar
 * @param words its main class and arguments
 * @param figures reads what a run has shown
 */
record MpiProgram(String name, String jar, List<String> words, Figures figures) {
  private static final String PACKAGE = "org.hpcreuse.workload.";
  private static final Pattern RANK = Pattern.compile("rank (\\d+) (\\d+) (\\d+)");
  private static final Pattern TIME = Pattern.compile("(\\w+) (\\d+) (\\d+\\.\\d+) \\d+\\.\\d+");
  private static final double NANOS_PER_MICRO = 1000;

  /** 1 B to 4 MiB. */
  private static final int SIZES = 23;

  /**
   * Reads what a run of so many ranks has shown: nanoseconds by name, in the order of the table.
   */
  @FunctionalInterface
  interface Figures {
    /** A {@code BenchException} quotes what the program has printed other than it should. */
    Map<String, Long> of(Run run, int ranks) throws BenchException;
  }

  /**
   * A line that a program has printed.
   *
   * @param atMicros when it came here, microseconds since the epoch
   * @param text without the line's end
   */
  record Line(long atMicros, String text) {}

  /**
   * A program that has run once: what it has printed and when, microseconds since the epoch. All
   * processes are on one machine, so that there is one clock.
   *
   * @param command when the command was given, or when the resident rank was to begin
   * @param master when the ApplicationMaster had registered; only of a gang
   * @param places when there was a place for each rank: YARN had given all containers, or
   *     MPI_Comm_spawn was called; not of mpirun, whose command names its places
   * @param end when the command was over
   * @param lines what the program has printed
   */
  record Run(long command, OptionalLong master, OptionalLong places, long end, List<Line> lines) {
    /** The clock of all moments. */
    static long now() {
      return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** The times from its beginnings to moments, by their names, and how long the command took. */
    Map<String, Long> spans(Map<String, Long> moments) {
      Map<String, Long> nanos = new LinkedHashMap<>();
      moments.forEach(
          (what, micros) -> {
            places.ifPresent(from -> nanos.put("places → " + what, micros - from));
            master.ifPresent(from -> nanos.put("master → " + what, micros - from));
            nanos.put("command → " + what, micros - command);
          });
      nanos.put("command → end", end - command);
      nanos.replaceAll((name, micros) -> TimeUnit.MICROSECONDS.toNanos(micros));
      return nanos;
    }
  }

  /**
   * workloads/mpistart: when the last rank was in its {@code main()}, and when the last one came
   * out of the first barrier.
   */
  static MpiProgram start() {
    List<String> words = List.of(PACKAGE + "mpistart.MpiStart");
    return new MpiProgram(
        "mpistart",
        "mpistart.jar",
        words,
        (run, ranks) -> {
          BitSet seen = new BitSet();
          long begun = 0;
          long ready = 0;
          for (Line line : run.lines) {
            Matcher matcher = matcher(RANK, line, "mpistart");
            seen.set(Integer.parseInt(matcher.group(1)));
            begun = Math.max(begun, Long.parseLong(matcher.group(2)));
            ready = Math.max(ready, Long.parseLong(matcher.group(3)));
          }
          if (seen.cardinality() != ranks || seen.length() != ranks) {
            throw BenchException.failed(
                "mpistart ran with " + ranks + " ranks, and these said so: " + seen);
          }
          Map<String, Long> moments = new LinkedHashMap<>();
          moments.put("all in main", begun);
          moments.put("all can talk", ready);
          return run.spans(moments);
        });
  }

  /**
   * workloads/primecount: until the result is there. The program of figure 1 of Dao and Chiba
   * (CCGrid 2016).
   *
   * @param limit up to which number
   * @param primes how many prime numbers there are
   */
  static MpiProgram primeCount(long limit, long primes) {
    String name = "primecount " + limit;
    List<String> words = List.of(PACKAGE + "primecount.PrimeCount", Long.toString(limit));
    return new MpiProgram(
        name,
        "primecount.jar",
        words,
        (run, ranks) -> {
          String wanted = primes + " primes up to " + limit + ", " + ranks + " ranks, ";
          Line line = run.lines.isEmpty() ? new Line(0, "") : run.lines.get(0);
          if (!line.text.startsWith(wanted)) {
            throw unexpected(name, line, ", not «" + wanted + "…»");
          }
          return run.spans(Map.of("result", line.atMicros));
        });
  }

  /**
   * workloads/pingpong: the time of a message one way, by its size. The name of a figure is the
   * size in bytes.
   *
   * @param buffers {@code array} or {@code direct}
   * @param rounds for each size
   */
  static MpiProgram pingPong(String buffers, int rounds) {
    String name = "pingpong " + buffers;
    List<String> words = List.of(PACKAGE + "pingpong.PingPong", buffers, Integer.toString(rounds));
    return new MpiProgram(
        name,
        "pingpong.jar",
        words,
        (run, ranks) -> {
          Map<String, Long> nanos = new LinkedHashMap<>();
          for (Line line : run.lines) {
            Matcher matcher = matcher(TIME, line, name);
            if (!matcher.group(1).equals(buffers)) {
              throw unexpected(name, line, "");
            }
            double micros = Double.parseDouble(matcher.group(3));
            nanos.put(matcher.group(2), Math.round(micros * NANOS_PER_MICRO));
          }
          if (nanos.size() != SIZES) {
            throw BenchException.failed(
                name + " printed times of " + nanos.size() + " sizes, not of " + SIZES);
          }
          return nanos;
        });
  }

  private static Matcher matcher(Pattern form, Line line, String name) throws BenchException {
    Matcher matcher = form.matcher(line.text);
    if (!matcher.matches()) {
      throw unexpected(name, line, "");
    }
    return matcher;
  }

  private static BenchException unexpected(String name, Line line, String more) {
    return BenchException.failed(name + " printed «" + line.text + "»" + more);
  }
}
