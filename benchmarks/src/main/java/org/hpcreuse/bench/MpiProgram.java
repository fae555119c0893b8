/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.bench.cluster.BenchException;

/** An MPI program that is measured. It runs the same under each starter. */
sealed interface MpiProgram {
  /** Its name in samples and tables. */
  String name();

  /** The name of its jar. */
  String jar();

  /** Its main class and arguments. */
  List<String> words();

  /** How many lines a run prints. */
  int lines(int ranks);

  /**
   * What a run has shown.
   *
   * @return nanoseconds by name, in the order of the table
   * @throws BenchException when it has printed something else than it should
   */
  Map<String, Long> figures(Run run, int ranks) throws BenchException;

  /** Of a program that has printed something else. */
  default BenchException unexpected(Line line, String more) {
    return BenchException.failed(name() + " printed «" + line.text + "»" + more);
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
    private static final long NANOS_PER_MICRO = 1000;

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
      nanos.replaceAll((name, micros) -> micros * NANOS_PER_MICRO);
      return nanos;
    }
  }

  /**
   * workloads/mpistart: when the last rank was in its {@code main()}, and when the last one came
   * out of the first barrier.
   */
  record Start() implements MpiProgram {
    private static final Pattern RANK = Pattern.compile("rank (\\d+) (\\d+) (\\d+)");

    @Override
    public String name() {
      return "mpistart";
    }

    @Override
    public String jar() {
      return "mpistart.jar";
    }

    @Override
    public List<String> words() {
      return List.of("org.hpcreuse.workload.mpistart.MpiStart");
    }

    @Override
    public int lines(int ranks) {
      return ranks;
    }

    @Override
    public Map<String, Long> figures(Run run, int ranks) throws BenchException {
      BitSet seen = new BitSet();
      long begun = 0;
      long ready = 0;
      for (Line line : run.lines) {
        Matcher matcher = RANK.matcher(line.text);
        if (!matcher.matches()) {
          throw unexpected(line, "");
        }
        seen.set(Integer.parseInt(matcher.group(1)));
        begun = Math.max(begun, Long.parseLong(matcher.group(2)));
        ready = Math.max(ready, Long.parseLong(matcher.group(3)));
      }
      if (seen.cardinality() != ranks || seen.length() != ranks) {
        throw BenchException.failed(
            name() + " ran with " + ranks + " ranks, and these said so: " + seen);
      }
      Map<String, Long> moments = new LinkedHashMap<>();
      moments.put("all in main", begun);
      moments.put("all can talk", ready);
      return run.spans(moments);
    }
  }

  /**
   * workloads/primecount: until the result is there. The program of figure 1 of Dao and Chiba
   * (CCGrid 2016).
   *
   * @param limit up to which number
   * @param primes how many prime numbers there are
   */
  record PrimeCount(long limit, long primes) implements MpiProgram {
    @Override
    public String name() {
      return "primecount " + limit;
    }

    @Override
    public String jar() {
      return "primecount.jar";
    }

    @Override
    public List<String> words() {
      return List.of("org.hpcreuse.workload.primecount.PrimeCount", Long.toString(limit));
    }

    @Override
    public int lines(int ranks) {
      return 1;
    }

    @Override
    public Map<String, Long> figures(Run run, int ranks) throws BenchException {
      String wanted = primes + " primes up to " + limit + ", " + ranks + " ranks, ";
      Line line = run.lines.get(0);
      if (!line.text.startsWith(wanted)) {
        throw unexpected(line, ", not «" + wanted + "…»");
      }
      return run.spans(Map.of("result", line.atMicros));
    }
  }

  /**
   * workloads/pingpong and pingpong-queues: the time of a message one way, by its size. The name of
   * a figure is the size in bytes.
   *
   * @param kind {@code pingpong} or {@code queues}
   * @param way the program's argument: {@code array} or {@code direct}, or a message queue
   * @param rounds the program's argument
   */
  record PingPong(String kind, String way, int rounds) implements MpiProgram {
    /** 1 B to 4 MiB. */
    private static final int SIZES = 23;

    private static final double NANOS_PER_MICRO = 1000;
    private static final Pattern TIME = Pattern.compile("(\\w+) (\\d+) (\\d+\\.\\d+) \\d+\\.\\d+");

    @Override
    public String name() {
      return "pingpong " + way;
    }

    @Override
    public String jar() {
      return kind.equals("queues") ? "pingpong-queues.jar" : "pingpong.jar";
    }

    @Override
    public List<String> words() {
      String mainClass = kind.equals("queues") ? "QueuePingPong" : "PingPong";
      String name = "org.hpcreuse.workload." + kind + "." + mainClass;
      return List.of(name, way, Integer.toString(rounds));
    }

    @Override
    public int lines(int ranks) {
      return SIZES;
    }

    @Override
    public Map<String, Long> figures(Run run, int ranks) throws BenchException {
      Map<String, Long> nanos = new LinkedHashMap<>();
      for (Line line : run.lines) {
        Matcher matcher = TIME.matcher(line.text);
        if (!matcher.matches() || !matcher.group(1).equals(way)) {
          throw unexpected(line, "");
        }
        double micros = Double.parseDouble(matcher.group(3));
        nanos.put(matcher.group(2), Math.round(micros * NANOS_PER_MICRO));
      }
      return nanos;
    }
  }
}
