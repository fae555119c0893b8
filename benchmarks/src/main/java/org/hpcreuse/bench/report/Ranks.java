/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Lines of name, tab, number. */
final class Ranks {
  private final Map<String, Double> byName;

  private Ranks(Map<String, Double> byName) {
    this.byName = byName;
  }

  static Ranks read(Path file) throws IOException {
    Map<String, Double> byName = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      int tab = line.indexOf('\t');
      if (tab < 0 || byName.put(line.substring(0, tab), parse(file, line, tab)) != null) {
        throw new IOException(file + ": no or second rank in line \"" + line + "\"");
      }
    }
    return new Ranks(byName);
  }

  int size() {
    return byName.size();
  }

  /** The largest difference of any name; infinite when a name is missing on either side. */
  double maxDifference(Ranks other) {
    if (!byName.keySet().equals(other.byName.keySet())) {
      return Double.POSITIVE_INFINITY;
    }
    double max = 0;
    for (Map.Entry<String, Double> entry : byName.entrySet()) {
      double difference = Math.abs(entry.getValue() - other.byName.get(entry.getKey()));
      if (Double.isNaN(difference)) {
        return Double.POSITIVE_INFINITY;
      }
      max = Math.max(max, difference);
    }
    return max;
  }

  private static double parse(Path file, String line, int tab) throws IOException {
    try {
      return Double.parseDouble(line.substring(tab + 1));
    } catch (NumberFormatException e) {
      throw new IOException(file + ": no number in line \"" + line + "\"", e);
    }
  }
}
