/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ResidueRow;
import org.hpcreuse.protocol.wire.SlotFigure;

/** What {@code hpc-reuse audit --json} shows of one slot. The names are a contract. */
final class AuditReport {
  /** Of one answer; escaping can make a text of a row six times as long as it was on the way. */
  private static final int LIMIT_BYTES = 3 << 20;

  private AuditReport() {}

  /** The answer of a slot, with as many rows as fit into a message and the count of all. */
  static Message.Text of(SlotProcess process, Message.Audited answer) {
    int rows = Math.max(answer.residue().size(), answer.allowed().size());
    String json = json(process, answer, rows);
    while (json.getBytes(StandardCharsets.UTF_8).length > LIMIT_BYTES) {
      rows /= 2;
      json = json(process, answer, rows);
    }
    return new Message.Text(json);
  }

  /** A slot that has not been audited. */
  static Message.Text missing(SlotProcess process, String why) {
    Map<String, Object> part = head(process, why);
    part.put("residue", List.of());
    return new Message.Text(Json.write(part));
  }

  private static Map<String, Object> head(SlotProcess process, String error) {
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("slot", process.slot());
    part.put("state", process.state().name());
    part.put("pid", process.pid());
    part.put("containers", process.containers());
    part.put("audited", error.isEmpty());
    part.put("error", error);
    return part;
  }

  private static String json(SlotProcess process, Message.Audited answer, int rows) {
    Map<String, Object> part = head(process, answer.error());
    part.putAll(SlotFigure.known(answer.figures()));
    part.put("heapDump", answer.heapDump());
    part.put("residueCount", answer.residueCount());
    part.put("allowedCount", answer.allowedCount());
    part.put(
        "residue", answer.residue().stream().limit(rows).map(AuditReport::difference).toList());
    part.put("allowed", answer.allowed().stream().limit(rows).map(AuditReport::allowed).toList());
    return Json.write(part);
  }

  private static Map<String, Object> difference(ResidueRow row) {
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("kind", row.kind());
    part.put("where", row.where());
    part.put("before", row.before());
    part.put("after", row.after());
    return part;
  }

  private static Map<String, Object> allowed(ResidueRow row) {
    int colon = row.allowedBy().indexOf(": ");
    Map<String, Object> part = difference(row);
    part.put("rule", colon < 0 ? row.allowedBy() : row.allowedBy().substring(0, colon));
    part.put("reason", colon < 0 ? "" : row.allowedBy().substring(colon + 2));
    return part;
  }
}
