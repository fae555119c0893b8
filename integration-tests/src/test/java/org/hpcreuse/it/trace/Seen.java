/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hpcreuse.it.harness.Container;

/**
 * What a probe has printed, its own directory and identity put as {@code WORK} and {@code ID}.
 *
 * @param values what it saw by key
 */
record Seen(Map<String, String> values) {

  /** One thing that two probes saw differently; null where one did not see it. */
  record Difference(String key, String before, String after) {}

  /** Reads the lines {@code key=value} that the probe printed in this container. */
  static Seen of(String stdout, Container container) {
    Map<String, String> values = new TreeMap<>();
    stdout
        .replace(container.workDir().toString(), "WORK")
        .replace(container.id(), "ID")
        .lines()
        .forEach(
            line -> {
              int equals = line.indexOf('=');
              if (equals < 0) {
                values.put("foreign output", line);
                return;
              }
              values.put(line.substring(0, equals), line.substring(equals + 1));
            });
    return new Seen(values);
  }

  /** What {@code after} shows otherwise than this. */
  List<Difference> differences(Seen after) {
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
