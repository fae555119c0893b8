/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.pool.manager.state.Timers;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ResidueRow;
import org.hpcreuse.protocol.wire.SlotFigure;

/**
 * Has free slots compare themselves with their baselines, one audit at a time, and passes their
 * answers on as they come. Nobody is waited for without bound: a slot that is busy is waited for as
 * long as the asker says, one that was asked as long as an audit may take. A container that is
 * given to a slot meanwhile starts when the slot's audit is over.
 */
public final class AuditHandler {
  /** How long one slot may take, a full collection and a heap dump included. */
  public static final long ANSWER_MS = 60_000;

  private final Pool pool;
  private final List<SlotProcess> waiting = new ArrayList<>();
  private final List<SlotProcess> asked = new ArrayList<>();
  private final List<Timers.Timer> expiries = new ArrayList<>();
  private long caller = SlotProcess.NONE;
  private int auditId;
  private long deadlineMs;
  private String heapDumpDir = "";

  public AuditHandler(Pool pool) {
    this.pool = pool;
  }

  /** Starts an audit; its answers go to {@code connection}. */
  void query(long connection, Message.AuditQuery query) {
    if (caller != SlotProcess.NONE) {
      pool.out().send(connection, new Message.Refused("audit " + auditId + " is not over yet"));
      return;
    }
    auditId++;
    caller = connection;
    long waitMs = Math.min(Math.max(0, query.waitMs()), Long.MAX_VALUE - ANSWER_MS);
    deadlineMs = pool.timers().due(waitMs);
    heapDumpDir = query.heapDumpDir();
    waiting.addAll(pool.table().holders());
    int id = auditId;
    expiries.add(pool.timers().after(waitMs, this::review));
    expiries.add(pool.timers().after(waitMs + ANSWER_MS, () -> expire(id)));
  }

  public void audited(SlotProcess process, Message.Audited answer) {
    if (answer.auditId() == auditId && asked.remove(process)) {
      pool.out().send(caller, AuditReport.of(process, answer));
    }
  }

  /** Without its asker an audit ends when the slots that were asked have answered. */
  void closed(long connection) {
    if (caller == connection) {
      waiting.clear();
    }
  }

  /** Asks slots that have become free, gives up those that cannot be asked, ends the audit. */
  public void review() {
    if (caller == SlotProcess.NONE) {
      return;
    }
    boolean late = pool.time().nowMs() >= deadlineMs;
    take(waiting, process -> process.state().isIdle()).forEach(this::ask);
    Predicate<SlotProcess> hopeless = process -> late || process.state() == SlotState.DEAD;
    take(waiting, hopeless).forEach(process -> miss(process, "not audited: " + process.state()));
    take(asked, process -> process.connection() == SlotProcess.NONE)
        .forEach(process -> miss(process, "ended meanwhile: " + process.reason()));
    if (waiting.isEmpty() && asked.isEmpty()) {
      pool.out().send(caller, new Message.Done());
      caller = SlotProcess.NONE;
      expiries.forEach(pool.timers()::cancel);
      expiries.clear();
    }
  }

  private void ask(SlotProcess process) {
    asked.add(process);
    String dump =
        heapDumpDir.isEmpty()
            ? ""
            : heapDumpDir + "/slot-" + process.slot() + "-audit-" + auditId + ".hprof";
    pool.out().send(process.connection(), new Message.Audit(auditId, dump));
  }

  private void miss(SlotProcess process, String why) {
    pool.out().send(caller, AuditReport.missing(process, why));
  }

  private void expire(int id) {
    if (caller != SlotProcess.NONE && id == auditId) {
      take(asked, process -> true)
          .forEach(process -> miss(process, "no answer in " + ANSWER_MS + " ms"));
      review();
    }
  }

  private static List<SlotProcess> take(List<SlotProcess> from, Predicate<SlotProcess> which) {
    List<SlotProcess> taken = from.stream().filter(which).toList();
    from.removeAll(taken);
    return taken;
  }

  /** What {@code hpc-reuse audit --json} shows of one slot. The names are a contract. */
  private static final class AuditReport {
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
}
