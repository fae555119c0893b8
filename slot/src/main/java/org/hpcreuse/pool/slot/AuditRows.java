/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.protocol.wire.ResidueRow;

/**
 * Rows of an audit as they fit into a message: the first ones, and a count of all.
 *
 * @param rows those that fit
 * @param count how many there were
 */
record AuditRows(List<ResidueRow> rows, int count) {
  /** Well below half of what a message may hold; there are two tables in one. */
  static final int LIMIT_BYTES = 1 << 20;

  private static final int LONGEST_VALUE = 2_000;

  /** Takes rows until they fill {@link #LIMIT_BYTES}. */
  static AuditRows of(List<Residue> all) {
    List<ResidueRow> rows = new ArrayList<>();
    int left = LIMIT_BYTES;
    for (Residue residue : all) {
      ResidueRow row = row(residue);
      left -= bytes(row);
      if (left < 0) {
        break;
      }
      rows.add(row);
    }
    return new AuditRows(List.copyOf(rows), all.size());
  }

  private static ResidueRow row(Residue residue) {
    return new ResidueRow(
        cut(residue.kind()),
        cut(residue.where()),
        cut(residue.before()),
        cut(residue.after()),
        cut(residue.allowedBy()));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
  }

  private static int bytes(ResidueRow row) {
    String all = row.kind() + row.where() + row.before() + row.after() + row.allowedBy();
    return 5 * Integer.BYTES + all.getBytes(StandardCharsets.UTF_8).length;
  }
}
