/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import org.hpcreuse.protocol.wire.SlotFigure;

/** An audit for people: one paragraph a slot. */
public final class AuditTable {
  private AuditTable() {}

  /**
   * Makes the lines.
   *
   * @param audit as in {@code audit --json}
   * @return lines, each ended
   */
  public static String render(JsonNode audit) {
    StringBuilder out = new StringBuilder();
    audit.path("slots").forEach(slot -> slot(out, slot));
    return out.toString();
  }

  /** Whether nothing of ended containers was found in a slot. */
  public static boolean isClean(JsonNode slot) {
    return slot.path("residueCount").asInt() == 0 && liveLoaders(slot) == 0;
  }

  private static int liveLoaders(JsonNode slot) {
    return slot.path(SlotFigure.LIVE_LOADERS.key()).asInt();
  }

  private static String verdict(JsonNode slot) {
    int residue = slot.path("residueCount").asInt();
    if (residue > 0) {
      return residue + " differences";
    }
    return isClean(slot) ? "clean" : liveLoaders(slot) + " class loaders of ended containers";
  }

  private static void slot(StringBuilder out, JsonNode slot) {
    int residue = slot.path("residueCount").asInt();
    out.append("slot ").append(slot.path("slot").asInt()).append(": ");
    if (!slot.path("audited").asBoolean()) {
      out.append(slot.path("error").asText()).append('\n');
      return;
    }
    out.append(verdict(slot)).append(" after ").append(slot.path("containers").asInt());
    out.append(" containers (");
    for (String figure : SlotFigure.keys()) {
      out.append(figure).append(' ').append(slot.path(figure).asLong()).append(", ");
    }
    out.append("allowed ").append(slot.path("allowedCount").asInt()).append(")\n");
    slot.path("residue").forEach(row -> row(out, row));
    int hidden = residue - slot.path("residue").size();
    if (hidden > 0) {
      out.append("  and ").append(hidden).append(" more\n");
    }
    slot.path("paths").forEach(path -> out.append("  held: ").append(path.asText()).append('\n'));
  }

  private static void row(StringBuilder out, JsonNode row) {
    out.append("  ")
        .append(row.path("kind").asText() + " " + row.path("where").asText())
        .append(": ")
        .append(shown(row.path("before")))
        .append(" -> ")
        .append(shown(row.path("after")))
        .append('\n');
  }

  private static String shown(JsonNode value) {
    return value.asText().isEmpty() ? "-" : value.asText();
  }
}
