/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.Timers;
import org.hpcreuse.protocol.wire.Message;

/**
 * Lets all living ranks add up their process numbers over MPI, one check at a time. A rank that
 * dies meanwhile, or does not answer in time, fails the check; nobody waits for it.
 *
 * <p>The others are in the same call as one that has died, and may never come out of it (Open MPI
 * 4.1 tells nobody). Those that still have not answered a while after the check have no MPI any
 * more and are retired; until then checks leave them out, and say so.
 */
public final class MpiCheckHandler {
  /** How long after a failed check its answers may still come. */
  public static final long LATE_MS = 30_000;

  private final Pool pool;
  private final SlotSupervisor supervisor;
  private final List<SlotProcess> pending = new ArrayList<>();
  private final Map<SlotProcess, Integer> late = new LinkedHashMap<>();
  private final Map<String, Long> sums = new LinkedHashMap<>();
  private final Set<String> errors = new TreeSet<>();
  private List<Integer> numbers = List.of();
  private Map<String, Object> last = Map.of();
  private int checkId;
  private long caller = SlotProcess.NONE;
  private long startedMs;
  private Timers.Timer expiry;

  public MpiCheckHandler(Pool pool, SlotSupervisor supervisor) {
    this.pool = pool;
    this.supervisor = supervisor;
  }

  /** Starts a check; the answer goes to {@code connection} when all ranks have answered. */
  void query(long connection, long timeoutMs) {
    if (caller != SlotProcess.NONE) {
      pool.out().send(connection, new Message.Refused("MPI check " + checkId + " is not over yet"));
      return;
    }
    begin(connection);
    for (SlotProcess process : pending) {
      pool.out().send(process.connection(), new Message.MpiCheck(checkId, numbers));
    }
    if (numbers.isEmpty()) {
      errors.add("no living slot has MPI");
    }
    int id = checkId;
    expiry = pool.timers().after(timeoutMs, () -> expire(id, timeoutMs));
  }

  private void begin(long connection) {
    checkId++;
    caller = connection;
    startedMs = pool.time().nowMs();
    sums.clear();
    errors.clear();
    pending.clear();
    pool.table().processes().stream()
        .filter(s -> s.hasMpi() && s.state().isLiving())
        .forEach(this::ask);
    numbers = pending.stream().map(SlotProcess::number).toList();
  }

  private void ask(SlotProcess process) {
    Integer earlier = late.get(process);
    if (earlier == null) {
      pending.add(process);
    } else {
      errors.add("process " + process.number() + ": has not come back from MPI check " + earlier);
    }
  }

  public void checked(SlotProcess process, Message.MpiChecked answer) {
    late.remove(process, answer.checkId());
    if (answer.checkId() != checkId || !pending.remove(process)) {
      return;
    }
    sums.put(Integer.toString(process.number()), answer.sum());
    if (!answer.error().isEmpty()) {
      errors.add("process " + process.number() + ": " + answer.error());
    } else if (answer.sum() != expected()) {
      errors.add(
          "process " + process.number() + ": sum " + answer.sum() + ", expected " + expected());
    }
  }

  /** Without its asker a check is over; those who are in it get the time of late ones. */
  void closed(long connection) {
    if (caller == connection) {
      giveUp("no answer when its asker hung up");
    }
  }

  /** Ends the check when nobody is left to wait for. */
  public void review() {
    late.keySet().removeIf(process -> process.connection() == SlotProcess.NONE);
    if (caller == SlotProcess.NONE) {
      return;
    }
    pending.removeIf(
        process -> {
          boolean lost = process.connection() == SlotProcess.NONE;
          if (lost) {
            errors.add("process " + process.number() + ": " + process.reason());
          }
          return lost;
        });
    if (pending.isEmpty()) {
      last = result();
      pool.out().send(caller, new Message.Text(Json.write(last)));
      caller = SlotProcess.NONE;
      pool.timers().cancel(expiry);
    }
  }

  /** The outcome of the last check; empty before the first. */
  Map<String, Object> last() {
    return last;
  }

  private void expire(int id, long timeoutMs) {
    if (caller != SlotProcess.NONE && id == checkId) {
      giveUp("no answer within " + timeoutMs + " ms");
    }
  }

  private void giveUp(String why) {
    int id = checkId;
    for (SlotProcess process : pending) {
      errors.add("process " + process.number() + ": " + why);
      late.put(process, id);
      pool.timers().after(LATE_MS, () -> retireIfLate(process, id));
    }
    pending.clear();
  }

  private void retireIfLate(SlotProcess process, int id) {
    if (late.getOrDefault(process, 0) == id) {
      supervisor.retire(process, "has not come back from MPI check " + id);
    }
  }

  private long expected() {
    return numbers.stream().mapToLong(number -> number + 1L).sum();
  }

  private Map<String, Object> result() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("checkId", checkId);
    result.put("processes", numbers);
    result.put("expected", expected());
    result.put("sums", Map.copyOf(sums));
    result.put("ok", errors.isEmpty());
    result.put("error", String.join("; ", errors));
    result.put("millis", pool.time().nowMs() - startedMs);
    return result;
  }
}
