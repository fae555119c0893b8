/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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
public record SlotFigures(
    int slot, long pid, int containers, int residue, Map<String, Long> figures, List<String> rows) {
  /** Class loaders of ended containers that are alive. */
  public static final String LIVE_LOADERS = "liveLoaders";

  /** MPI objects of past containers that the process keeps. */
  public static final String MPI_OBJECTS = "mpiObjectsLeft";

  /** Communicators of the process when its last container ended. */
  public static final String MPI_COMMUNICATORS = "mpiCommunicators";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> NAMES =
      List.of(
          "loadedClasses",
          LIVE_LOADERS,
          "threads",
          "fds",
          "metaspaceKb",
          "codeKb",
          "rssKb",
          MPI_OBJECTS,
          MPI_COMMUNICATORS);

  /** Samples of earlier versions have no rows. */
  public SlotFigures {
    rows = rows == null ? List.of() : List.copyOf(rows);
  }

  /**
   * Reads an audit.
   *
   * @param audit what {@code hpc-reuse audit --json} printed
   */
  static List<SlotFigures> parse(String audit) throws IOException {
    return parse(JSON.readTree(audit).path("slots"));
  }

  /**
   * Reads what an audit or a status tells of each slot.
   *
   * @param array of slots
   */
  static List<SlotFigures> parse(JsonNode array) {
    List<SlotFigures> slots = new ArrayList<>();
    for (JsonNode slot : array) {
      Map<String, Long> figures = new LinkedHashMap<>();
      for (String name : NAMES) {
        if (slot.path(name).isNumber()) {
          figures.put(name, slot.path(name).asLong());
        }
      }
      slots.add(
          new SlotFigures(
              slot.path("slot").asInt(),
              slot.path("pid").asLong(),
              slot.path("containers").asInt(),
              slot.path("residueCount").asInt(-1),
              figures,
              rows(slot.path("residue"))));
    }
    return slots;
  }

  private static List<String> rows(JsonNode residue) {
    List<String> rows = new ArrayList<>();
    residue.forEach(row -> rows.add(row.toString()));
    return rows;
  }
}
