/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hpcreuse.cli.terminal.PlainText;

/** A status answer for people: the pool, its slots, what was launched. */
public final class StatusTable {
  /** Too long for a line; they are the same for all slots or are looked up rarely. */
  private static final Set<String> JSON_ONLY =
      Set.of("mpiVersion", "log", "classHeapMb", "training", "profiles");

  private StatusTable() {}

  /**
   * Makes the lines.
   *
   * @param json as in {@code status --json}
   * @return lines, each ended
   */
  public static String render(String json) throws IOException {
    JsonNode status = new ObjectMapper().readTree(json);
    StringBuilder out = new StringBuilder(slots(status));
    out.append('\n');
    fields(out, "launches", status.path("launches"));
    JsonNode clients = status.path("clients");
    if (clients.has("error")) {
      fields(out, "\nclient slots", clients);
    } else if (!clients.isMissingNode()) {
      out.append("\nclient slots\n");
      table(out, clients.path("slots"));
      fields(out, "clients", clients.path("launches"));
    }
    return out.toString();
  }

  /** The part about the pool, its slots and its spares. */
  static String slots(JsonNode status) {
    StringBuilder out = new StringBuilder();
    fields(out, "pool", status.path("pool"));
    out.append('\n');
    table(out, status.path("slots"));
    if (!status.path("spares").isEmpty()) {
      out.append("\nspares\n");
      table(out, status.path("spares"));
    }
    return out.toString();
  }

  private static void fields(StringBuilder out, String title, JsonNode object) {
    out.append(title).append(": ").append(PlainText.of(object)).append('\n');
  }

  private static void table(StringBuilder out, JsonNode rows) {
    Set<String> columns = new LinkedHashSet<>();
    rows.forEach(row -> row.fieldNames().forEachRemaining(columns::add));
    columns.removeAll(JSON_ONLY);
    List<List<String>> cells = new ArrayList<>();
    cells.add(List.copyOf(columns));
    for (JsonNode row : rows) {
      cells.add(columns.stream().map(c -> PlainText.of(row.path(c))).toList());
    }
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      widths.add(cells.stream().mapToInt(r -> r.get(column).length()).max().orElse(0));
    }
    for (List<String> row : cells) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append(row.get(i)).append(" ".repeat(widths.get(i) - row.get(i).length() + 2));
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
