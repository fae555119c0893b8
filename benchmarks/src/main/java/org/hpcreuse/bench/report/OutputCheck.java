/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.hpcreuse.bench.samples.Sample;

/** Whether a workload gave the same result in all samples of all arms. */
public final class OutputCheck {
  /** Ranks may differ by this much. */
  public static final double TOLERANCE = 1e-9;

  private static final String FILE = "file:";

  private final Path outputs;

  /**
   * Compares.
   *
   * @param outputs directory of the files samples name
   */
  public OutputCheck(Path outputs) {
    this.outputs = outputs;
  }

  /**
   * The outcome for a workload.
   *
   * @param equal whether all results are the same
   * @param lines what was compared, for people
   */
  public record Verdict(boolean equal, List<String> lines) {}

  /** Compares every sample of a workload with its first one; nothing is equal to nothing. */
  public Verdict check(String workload, List<Sample> samples) throws IOException {
    List<Sample> same = samples.stream().filter(s -> s.workload().equals(workload)).toList();
    Sample first = same.get(0);
    Set<String> keys = new TreeSet<>();
    same.forEach(sample -> keys.addAll(sample.outputs().keySet()));
    boolean equal = !keys.isEmpty();
    List<String> lines = new ArrayList<>();
    if (keys.isEmpty()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: no output of %d samples DIFFER (nothing to compare)",
              workload,
              same.size()));
    }
    for (String key : keys) {
      Difference worst = new Difference(true, describe(output(first, key)));
      for (Sample sample : same) {
        Difference found = compare(first, sample, key);
        if (!found.equal || worst.equal) {
          worst = found;
        }
      }
      equal &= worst.equal;
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: %s of %d samples %s (%s)",
              workload,
              key,
              same.size(),
              worst.equal ? "equal" : "DIFFER",
              worst.text));
    }
    return new Verdict(equal, lines);
  }

  private record Difference(boolean equal, String text) {}

  private Difference compare(Sample first, Sample sample, String key) throws IOException {
    String expected = output(first, key);
    String actual = output(sample, key);
    if (expected.startsWith(FILE) && actual.startsWith(FILE)) {
      Ranks ranks = ranks(expected);
      double difference = ranks.maxDifference(ranks(actual));
      return new Difference(
          difference <= TOLERANCE && ranks.size() > 0,
          String.format(
              Locale.ROOT,
              "%d numbers, largest difference %.1e, limit %.0e",
              ranks.size(),
              difference,
              TOLERANCE));
    }
    return expected.equals(actual)
        ? new Difference(true, describe(expected))
        : new Difference(
            false,
            describe(expected)
                + " in "
                + first.arm()
                + ", "
                + describe(actual)
                + " in "
                + sample.arm());
  }

  private static String output(Sample sample, String key) {
    return sample.outputs().getOrDefault(key, "nothing");
  }

  private Ranks ranks(String value) throws IOException {
    return Ranks.read(outputs.resolve(value.substring(FILE.length())));
  }

  private static String describe(String value) {
    return value.replaceAll("\\s+", " ");
  }
}
