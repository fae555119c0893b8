/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one slot has come to, as {@code hpc-reuse audit} or {@code hpc-reuse status} tells.
 *
 * @param slot its number
 * @param pid its process
 * @param containers containers that process has run
 * @param residue rows that differ from the baseline by no rule; −1 when it was not audited
 * @param figures numbers by name, for example {@code loadedClasses}
 * @param rows the residue itself, one JSON text a row
 */
public record MeasuredSlot(
    int slot, long pid, int containers, int residue, Map<String, Long> figures, List<String> rows) {
  private static final List<String> NAMES =
      List.of(
          "loadedClasses",
          "liveLoaders",
          "threads",
          "fds",
          "metaspaceKb",
          "codeKb",
          "rssKb",
          "mpiObjectsLeft",
          "mpiCommunicators");

  /** Reads what an audit or a status tells of each slot of an array. */
  static List<MeasuredSlot> parse(JsonNode array) {
    List<MeasuredSlot> slots = new ArrayList<>();
    for (JsonNode slot : array) {
      Map<String, Long> figures = new LinkedHashMap<>();
      for (String name : NAMES) {
        if (slot.path(name).isNumber()) {
          figures.put(name, slot.path(name).asLong());
        }
      }
      List<String> rows = new ArrayList<>();
      slot.path("residue").forEach(row -> rows.add(row.toString()));
      slots.add(
          new MeasuredSlot(
              slot.path("slot").asInt(),
              slot.path("pid").asLong(),
              slot.path("containers").asInt(),
              slot.path("residueCount").asInt(-1),
              figures,
              rows));
    }
    return slots;
  }
}
