/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long a slot took to call a container's main(), and to be free again after it; a line of the
 * pool's logs/releases-*.jsonl.
 *
 * @param container YARN's id
 * @param micros from the end of main() to the slot being free, microseconds
 * @param steps the same by step
 * @param launchMicros from the launch reaching the slot to main(), microseconds; 0 in older samples
 * @param launchSteps the same by step; empty in older samples
 */
public record SlotRelease(
    String container,
    long micros,
    Map<String, Long> steps,
    long launchMicros,
    Map<String, Long> launchSteps)
    implements Entry {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Has what older samples lack. */
  public SlotRelease {
    launchSteps = launchSteps == null ? Map.of() : launchSteps;
  }

  /**
   * All releases of a pool so far.
   *
   * @param logs the pool's logs; without a pool there is no such directory, and nothing to read
   */
  public static List<SlotRelease> readAll(Path logs) throws IOException {
    List<SlotRelease> releases = new ArrayList<>();
    if (Files.notExists(logs)) {
      return releases;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(logs, "releases-*.jsonl")) {
      for (Path file : files) {
        String text = Files.readString(file);
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
          releases.add(parse(line));
        }
      }
    }
    return releases;
  }

  /** A line of the pool's, which does not say that it is a release, as a line of a run would. */
  private static SlotRelease parse(String line) throws IOException {
    JsonNode release = JSON.readTree(line);
    return new SlotRelease(
        release.path("container").asText(),
        release.path("micros").asLong(),
        steps(release.path("steps")),
        release.path("launchMicros").asLong(),
        steps(release.path("launchSteps")));
  }

  private static Map<String, Long> steps(JsonNode times) {
    Map<String, Long> steps = new LinkedHashMap<>();
    times.fields().forEachRemaining(step -> steps.put(step.getKey(), step.getValue().asLong()));
    return steps;
  }
}
