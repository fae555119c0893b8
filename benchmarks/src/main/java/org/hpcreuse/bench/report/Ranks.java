/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Lines of a name and one or more numbers, with tabs between. */
final class Ranks {
  /** By name and column. */
  private final Map<String, Double> byName;

  private Ranks(Map<String, Double> byName) {
    this.byName = byName;
  }

  static Ranks read(Path file) throws IOException {
    Map<String, Double> byName = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] fields = line.split("\t", -1);
      boolean isNew = fields.length > 1;
      for (int column = 1; column < fields.length; column++) {
        double number = parse(file, line, fields[column]);
        isNew &= byName.put(fields[0] + "\t" + column, number) == null;
      }
      if (!isNew) {
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

  private static double parse(Path file, String line, String number) throws IOException {
    try {
      return Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw new IOException(file + ": no number in line \"" + line + "\"", e);
    }
  }
}
