/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import org.hpcreuse.protocol.wire.SlotFigure;

/**
 * An audit for people: a row for each slot, then what is left in it. No line is longer than {@link
 * Columns#WIDTH}.
 */
public final class AuditTable {
  private static final int KB_IN_MB = 1024;

  private final boolean verbose;

  /**
   * @param verbose whether values are shown whole, and all figures and allowed differences, too
   */
  public AuditTable(boolean verbose) {
    this.verbose = verbose;
  }

  /**
   * Makes the lines.
   *
   * @param audit as in {@code audit --json}
   * @return lines, each ended
   */
  public String render(JsonNode audit) {
    Columns slots = new Columns(4, 10, 11, 7, 7, 8);
    slots.row("slot", "containers", "differences", "loaders", "allowed", "resident", "result");
    slots.row("", "", "", "left", "", "MiB", "");
    Columns details = new Columns(7);
    boolean anyDetail = false;
    for (JsonNode slot : audit.path("slots")) {
      boolean audited = slot.path("audited").asBoolean();
      slots.row(
          slot.path("slot").asText(),
          slot.path("containers").asText("-"),
          audited ? slot.path("residueCount").asInt() : "-",
          audited ? liveLoaders(slot) : "-",
          audited ? slot.path("allowedCount").asInt() : "-",
          audited ? slot.path(SlotFigure.RSS.key()).asLong() / KB_IN_MB : "-",
          verdict(slot, audited));
      anyDetail |= details(details, slot);
    }
    return slots + (anyDetail ? "\n" + details : "");
  }

  /** Whether nothing of ended containers was found in a slot. */
  public static boolean isClean(JsonNode slot) {
    return slot.path("residueCount").asInt() == 0 && liveLoaders(slot) == 0;
  }

  private static int liveLoaders(JsonNode slot) {
    return slot.path(SlotFigure.LIVE_LOADERS.key()).asInt();
  }

  private static String verdict(JsonNode slot, boolean audited) {
    if (!audited) {
      return Columns.brief(slot.path("error").asText());
    }
    return isClean(slot) ? "clean" : "something is left";
  }

  /** Adds what is left in a slot; answers whether there is anything. */
  private boolean details(Columns table, JsonNode slot) {
    String name = "slot " + slot.path("slot").asText();
    int residue = slot.path("residueCount").asInt();
    slot.path("residue").forEach(row -> table.row(name, difference(row)));
    int hidden = residue - slot.path("residue").size();
    if (hidden > 0) {
      table.row(name, "and " + hidden + " more");
    }
    slot.path("paths").forEach(path -> table.row(name, "held: " + path.asText()));
    if (verbose && slot.path("audited").asBoolean()) {
      slot.path("allowed")
          .forEach(
              row ->
                  table.row(
                      name, "allowed by " + row.path("rule").asText() + ": " + difference(row)));
      table.row(
          name,
          SlotFigure.keys().stream()
              .map(figure -> figure + " " + slot.path(figure).asLong())
              .collect(Collectors.joining(", ")));
    }
    return residue > 0 || !slot.path("paths").isEmpty() || verbose;
  }

  private String difference(JsonNode row) {
    return row.path("kind").asText()
        + " "
        + row.path("where").asText()
        + ": "
        + shown(row.path("before"))
        + " -> "
        + shown(row.path("after"));
  }

  private String shown(JsonNode value) {
    String text = value.asText();
    if (text.isEmpty()) {
      return "-";
    }
    return verbose ? text : Columns.brief(text);
  }
}
