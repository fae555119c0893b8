/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.hpcreuse.protocol.files.Telemetry;

/**
 * How long the launch and the release of each container took, by step: one JSON object a line, in
 * the pool's logs. Benchmarks read it, and ask for it. Used by one thread at a time.
 *
 * @param telemetry {@code releases-PROCESS-PID.jsonl}
 */
public record StepLog(Telemetry telemetry) {
  /**
   * Appends a line.
   *
   * @param containerId the container
   * @param launch from the launch reaching the slot to main()
   * @param release from the end of main() to the slot being free
   */
  public void append(String containerId, StepTimes launch, StepTimes release) throws IOException {
    if (!telemetry.isOn()) {
      return;
    }
    telemetry.append(
        "{\"container\":%s,\"micros\":%d,\"steps\":%s,\"launchMicros\":%d,\"launchSteps\":%s}"
            .formatted(
                quoted(containerId),
                release.micros(),
                json(release.steps()),
                launch.micros(),
                json(launch.steps())));
  }

  /** An object with these figures. */
  static String json(Map<String, Long> figures) {
    return figures.entrySet().stream()
        .map(figure -> quoted(figure.getKey()) + ":" + figure.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** Ids and names of classes; anything else in them would be a mistake, and is made harmless. */
  private static String quoted(String name) {
    return '"' + name.replaceAll("[^\\w .$-]", "?") + '"';
  }
}
