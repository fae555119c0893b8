/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import org.hpcreuse.bench.cluster.Host;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/** The table of a run of microbenchmarks: the mean with JMH's 99.9 % interval, by operation. */
final class MicroSummary {
  private final Instant at;
  private final Host host;
  private final int forks;
  private final Collection<RunResult> results;

  MicroSummary(Instant at, Host host, int forks, Collection<RunResult> results) {
    this.at = at;
    this.host = host;
    this.forks = forks;
    this.results = results;
  }

  @Override
  public String toString() {
    Table table = new Table(2, "benchmark", "operation", "n", "mean", "± 99.9 %", "min", "max");
    for (RunResult run : results) {
      Result<?> result = run.getPrimaryResult();
      String name = run.getParams().getBenchmark();
      int method = name.lastIndexOf('.');
      Statistics times = result.getStatistics();
      table.add(
          name.substring(name.lastIndexOf('.', method - 1) + 1, method),
          name.substring(method + 1),
          String.valueOf(times.getN()),
          number(result.getScore()),
          number(result.getScoreError()),
          number(times.getMin()),
          number(times.getMax()));
    }
    return String.format(
        "# micro%n%n- %s, commit %s; %s, %d processors, %d MiB; %s; %s%n- JMH, %d JVMs each%n%n"
            + "Microseconds an operation; n iterations of a second each.%n%n%s",
        at,
        host.commit(),
        host.cpu(),
        host.cpus(),
        host.memoryMb(),
        host.kernel(),
        host.jdk(),
        forks,
        table);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
