/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.starter;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Application;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.mpi.program.Line;
import org.hpcreuse.bench.mpi.program.Moments;
import org.hpcreuse.bench.mpi.program.Program;

/** In slots, by {@code hpc-reuse mpi}. */
public final class GangRunner implements Runner {
  private static final Duration LOG_BOUND = Duration.ofSeconds(30);

  /** What the gang's master has logged: a name and microseconds since the epoch. */
  private static final Pattern MOMENT = Pattern.compile("(\\w+)=(\\d{16})(?!\\d)");

  private final Cluster cluster;

  /** In the slots of this cluster, which is up. */
  public GangRunner(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public Moments run(Program program, int ranks)
      throws IOException, BenchException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("-n", Integer.toString(ranks)));
    words.addAll(List.of("--time-limit", Long.toString(BOUND.toSeconds())));
    // The jar's manifest may name another main class.
    words.addAll(List.of("--class-path", program.jar().toString()));
    words.addAll(program.words());
    Set<String> known = cluster.applicationIds();
    long command = Moments.now();
    List<Line> lines = cluster.mpi(GangRunner::lines, words.toArray(String[]::new));
    long end = Moments.now();
    // A gang that makes room for an older one is submitted again.
    List<Application> applications = cluster.endedSince(known);
    Map<String, Long> moments = moments(applications.get(applications.size() - 1).id());
    return new Moments(
        command,
        OptionalLong.of(moments.get("registered")),
        OptionalLong.of(moments.get("allocated")),
        end,
        lines);
  }

  private static List<Line> lines(InputStream output) throws IOException {
    List<Line> lines = new ArrayList<>();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      lines.add(new Line(Moments.now(), text));
    }
    return lines;
  }

  private Map<String, Long> moments(String application)
      throws IOException, BenchException, InterruptedException {
    Path logs = cluster.userLogs(application);
    return Await.answer(
        "the moments that the gang's master logs in " + logs,
        LOG_BOUND,
        () -> {
          try (Stream<Path> containers = Files.list(logs)) {
            Path first = containers.min(Comparator.naturalOrder()).orElseThrow();
            Map<String, Long> found = parse(Files.readString(first.resolve("stderr")));
            return found.containsKey("over") ? Optional.of(found) : Optional.empty();
          }
        });
  }

  static Map<String, Long> parse(String log) {
    Map<String, Long> moments = new HashMap<>();
    Matcher matcher = MOMENT.matcher(log);
    while (matcher.find()) {
      moments.put(matcher.group(1), Long.parseLong(matcher.group(2)));
    }
    return moments;
  }
}
