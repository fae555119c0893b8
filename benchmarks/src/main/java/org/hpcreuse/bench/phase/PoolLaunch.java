/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A line of the pool's logs/launches.jsonl, written by the executor when a container has ended.
 *
 * @param container YARN's id
 * @param mode {@code reuse} or {@code fork}
 * @param reason why it was forked
 * @param slot the slot; −1 = none
 * @param status exit status
 * @param requestMs launchContainer entered, ms since the epoch; 0 = unknown, as in all of these
 * @param loadMs a slot was assigned
 * @param runningMs main() about to be entered
 * @param endedMs main() returned or exit was called
 * @param finishingMs launchContainer about to return
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record PoolLaunch(
    String container,
    String mode,
    String reason,
    Integer slot,
    int status,
    long requestMs,
    long loadMs,
    long runningMs,
    long endedMs,
    long finishingMs) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads complete lines; an incomplete last one is not yet written to its end and left out.
   *
   * @param text the file's content
   * @throws IOException when a complete line is not as expected
   */
  public static List<PoolLaunch> parse(String text) throws IOException {
    List<PoolLaunch> launches = new ArrayList<>();
    int end = text.lastIndexOf('\n');
    for (String line : text.substring(0, end + 1).lines().toList()) {
      if (!line.isBlank()) {
        launches.add(JSON.readValue(line, PoolLaunch.class));
      }
    }
    return launches;
  }

  /** Whether it ran in a slot. */
  public boolean reused() {
    return ContainerTimes.REUSE.equals(mode);
  }

  /** The moments the executor knows. */
  Map<Phase, Long> at() {
    Map<Phase, Long> at = new EnumMap<>(Phase.class);
    put(at, Phase.REQUEST, requestMs);
    put(at, Phase.LOAD, loadMs);
    put(at, Phase.RUNNING, runningMs);
    put(at, Phase.FINISHING, finishingMs);
    return at;
  }

  private static void put(Map<Phase, Long> at, Phase phase, long time) {
    if (time > 0) {
      at.put(phase, time);
    }
  }
}
