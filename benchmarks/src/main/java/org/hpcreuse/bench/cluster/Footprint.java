/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a pool's processes take.
 *
 * @param slots processes, spares included
 * @param rssMb their resident memory together, MiB; pages they share count in each
 */
public record Footprint(int slots, long rssMb) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RSS = "VmRSS:";
  private static final int KIB_PER_MIB = 1024;

  /**
   * Measures now.
   *
   * @param status what {@code hpc-reuse status --json} printed
   */
  public static Footprint of(String status) throws IOException {
    int slots = 0;
    long kib = 0;
    JsonNode pool = JSON.readTree(status);
    for (String group : List.of("slots", "spares")) {
      for (JsonNode slot : pool.path(group)) {
        OptionalLong rss = rssKib(slot.path("pid").asLong());
        if (rss.isPresent()) {
          slots++;
          kib += rss.getAsLong();
        }
      }
    }
    return new Footprint(slots, kib / KIB_PER_MIB);
  }

  /** Resident memory of a process, KiB; empty when there is none. */
  public static OptionalLong rssKib(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (pid <= 0 || !Files.isReadable(status)) {
      return OptionalLong.empty();
    }
    try (Stream<String> lines = Files.lines(status, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.startsWith(RSS))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst();
    }
  }
}
