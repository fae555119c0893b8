/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hpcreuse.it.harness.pool.Container;

/**
 * What a probe has written down, its own directory and identity put as {@code WORK} and {@code ID}.
 *
 * @param values what it saw by key
 */
public record Seen(Map<String, String> values) {

  /** One thing that two probes saw differently; null where one did not see it. */
  public record Difference(String key, String before, String after) {}

  /** The key of the probe's standard output, which it does not use. */
  private static final String FOREIGN = "foreign output";

  /**
   * Reads what a probe has written.
   *
   * @param report the lines {@code key=value}
   * @param stdout its standard output
   */
  static Seen of(Path report, String stdout, Container container) throws IOException {
    Map<String, String> values = new TreeMap<>();
    neutral(Files.readString(report), container)
        .lines()
        .forEach(
            line -> {
              int equals = line.indexOf('=');
              values.put(line.substring(0, equals), line.substring(equals + 1));
            });
    if (!stdout.isEmpty()) {
      values.put(FOREIGN, neutral(stdout, container));
    }
    return new Seen(values);
  }

  private static String neutral(String text, Container container) {
    return text.replace(container.workDir().toString(), "WORK").replace(container.id(), "ID");
  }

  /** What {@code after} shows otherwise than this. */
  public List<Difference> differences(Seen after) {
    TreeSet<String> keys = new TreeSet<>(values.keySet());
    keys.addAll(after.values.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String key : keys) {
      String one = values.get(key);
      String other = after.values.get(key);
      if (!Objects.equals(one, other)) {
        differences.add(new Difference(key, one, other));
      }
    }
    return differences;
  }
}
