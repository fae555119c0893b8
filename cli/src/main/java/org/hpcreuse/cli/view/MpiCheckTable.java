/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import org.hpcreuse.cli.terminal.PlainText;

/** An MPI check for people. No line is longer than {@link Columns#WIDTH}. */
public final class MpiCheckTable {
  private static final Set<String> ALWAYS_SHOWN =
      Set.of("ok", "error", "mpi", "transport", "binding");

  private MpiCheckTable() {}

  /**
   * Makes the lines.
   *
   * @param answer as in {@code mpi-check --json}
   * @param verbose whether the other fields are shown, too
   * @return lines, each ended
   */
  public static String render(JsonNode answer, boolean verbose) {
    Columns table = new Columns(9);
    table.row("MPI check", verdict(answer));
    table.row("MPI", PlainText.of(answer.path("mpi")));
    table.row("transport", PlainText.of(answer.path("transport")));
    table.row("binding", PlainText.of(answer.path("binding")));
    for (Map.Entry<String, JsonNode> field : answer.properties()) {
      if (verbose && !ALWAYS_SHOWN.contains(field.getKey())) {
        table.row(field.getKey(), PlainText.of(field.getValue()));
      }
    }
    return table.toString();
  }

  private static String verdict(JsonNode answer) {
    String took =
        " ("
            + answer.path("processes").size()
            + " processes of this pool, "
            + answer.path("millis").asText("-")
            + " ms)";
    return answer.path("ok").asBoolean()
        ? "ok" + took
        : "failed: " + PlainText.of(answer.path("error")) + took;
  }
}
