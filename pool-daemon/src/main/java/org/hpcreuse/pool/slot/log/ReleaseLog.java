/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.log;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.step.ReleaseReport;
import org.hpcreuse.protocol.files.Telemetry;

/**
 * How long the release of each container took, by step: one JSON object a line, in the pool's logs.
 * Benchmarks read it, and ask for it. Used by one thread at a time.
 *
 * @param telemetry {@code releases-PROCESS-PID.jsonl}
 */
public record ReleaseLog(Telemetry telemetry) {

  /** The steps of one container's release, in the order they were first run. */
  public static final class Entry {
    private final Map<String, Long> steps = new LinkedHashMap<>();

    /** Adds the steps of one chain; a step that runs in two chains counts once, with its sum. */
    public void add(ReleaseReport report) {
      report.steps().forEach(outcome -> add(outcome.step(), outcome.micros()));
    }

    /** Adds something that is no step of a chain: the time from a moment to now. */
    public void addSince(String what, long startNanos) {
      add(what, (System.nanoTime() - startNanos) / 1_000);
    }

    private void add(String what, long micros) {
      steps.merge(what, micros, Long::sum);
    }
  }

  /**
   * Appends a line.
   *
   * @param containerId the container
   * @param micros from the end of main() to the slot being free, microseconds
   * @param entry its steps
   */
  public void append(String containerId, long micros, Entry entry) throws IOException {
    if (!telemetry.isOn()) {
      return;
    }
    String steps =
        entry.steps.entrySet().stream()
            .map(step -> quoted(step.getKey()) + ":" + step.getValue())
            .collect(Collectors.joining(",", "{", "}"));
    telemetry.append(
        "{\"container\":%s,\"micros\":%d,\"steps\":%s}"
            .formatted(quoted(containerId), micros, steps));
  }

  /** Ids and names of classes; anything else in them would be a mistake, and is made harmless. */
  private static String quoted(String name) {
    return '"' + name.replaceAll("[^\\w .$-]", "?") + '"';
  }
}
