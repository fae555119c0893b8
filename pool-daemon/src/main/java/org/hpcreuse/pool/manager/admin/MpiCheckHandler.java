/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.admin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.state.Outbox;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotTable;
import org.hpcreuse.pool.manager.time.Clock;
import org.hpcreuse.pool.manager.time.Timers;
import org.hpcreuse.protocol.wire.Message;

/**
 * Lets all living ranks add up their seat numbers over MPI, one check at a time. A rank that dies
 * meanwhile, or does not answer in time, fails the check; nobody waits for it.
 *
 * <p>The others are in the same call as one that has died, and may never come out of it (Open MPI
 * 4.1 tells nobody). Those that still have not answered a while after the check have no MPI any
 * more and are retired; until then checks leave them out, and say so.
 */
public final class MpiCheckHandler {
  /** How long after a failed check its answers may still come. */
  public static final long LATE_MS = 30_000;

  private final SlotTable table;
  private final SlotSupervisor keeper;
  private final Clock time;
  private final Timers timers;
  private final Outbox out;
  private final List<SlotProcess> pending = new ArrayList<>();
  private final Map<SlotProcess, Integer> late = new LinkedHashMap<>();
  private final Map<String, Long> sums = new LinkedHashMap<>();
  private final Set<String> errors = new TreeSet<>();
  private List<Integer> seats = List.of();
  private Map<String, Object> last = Map.of();
  private int checkId;
  private long caller = SlotProcess.NONE;
  private long startedMs;
  private Timers.Timer expiry;

  public MpiCheckHandler(Pool pool, SlotSupervisor keeper) {
    this.keeper = keeper;
    table = pool.table();
    time = pool.time();
    timers = pool.timers();
    out = pool.out();
  }

  /** Starts a check; the answer goes to {@code connection} when all ranks have answered. */
  void query(long connection, long timeoutMs) {
    if (caller != SlotProcess.NONE) {
      out.send(connection, new Message.Refused("MPI check " + checkId + " is not over yet"));
      return;
    }
    begin(connection);
    for (SlotProcess seat : pending) {
      out.send(seat.connection(), new Message.MpiCheck(checkId, seats));
    }
    if (seats.isEmpty()) {
      errors.add("no living slot has MPI");
    }
    int id = checkId;
    expiry = timers.after(timeoutMs, () -> expire(id, timeoutMs));
  }

  private void begin(long connection) {
    checkId++;
    caller = connection;
    startedMs = time.nowMs();
    sums.clear();
    errors.clear();
    pending.clear();
    table.seats().stream().filter(s -> s.hasMpi() && s.state().isLiving()).forEach(this::ask);
    seats = pending.stream().map(SlotProcess::number).toList();
  }

  private void ask(SlotProcess seat) {
    Integer earlier = late.get(seat);
    if (earlier == null) {
      pending.add(seat);
    } else {
      errors.add("seat " + seat.number() + ": has not come back from MPI check " + earlier);
    }
  }

  public void checked(SlotProcess seat, Message.MpiChecked answer) {
    late.remove(seat, answer.checkId());
    if (answer.checkId() != checkId || !pending.remove(seat)) {
      return;
    }
    sums.put(Integer.toString(seat.number()), answer.sum());
    if (!answer.error().isEmpty()) {
      errors.add("seat " + seat.number() + ": " + answer.error());
    } else if (answer.sum() != expected()) {
      errors.add("seat " + seat.number() + ": sum " + answer.sum() + ", expected " + expected());
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
    late.keySet().removeIf(seat -> seat.connection() == SlotProcess.NONE);
    if (caller == SlotProcess.NONE) {
      return;
    }
    pending.removeIf(
        seat -> {
          boolean lost = seat.connection() == SlotProcess.NONE;
          if (lost) {
            errors.add("seat " + seat.number() + ": " + seat.reason());
          }
          return lost;
        });
    if (pending.isEmpty()) {
      last = result();
      out.send(caller, new Message.Text(Json.write(last)));
      caller = SlotProcess.NONE;
      timers.cancel(expiry);
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
    for (SlotProcess seat : pending) {
      errors.add("seat " + seat.number() + ": " + why);
      late.put(seat, id);
      timers.after(LATE_MS, () -> retireIfLate(seat, id));
    }
    pending.clear();
  }

  private void retireIfLate(SlotProcess seat, int id) {
    if (late.getOrDefault(seat, 0) == id) {
      keeper.retire(seat, "has not come back from MPI check " + id);
    }
  }

  private long expected() {
    return seats.stream().mapToLong(seat -> seat + 1L).sum();
  }

  private Map<String, Object> result() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("checkId", checkId);
    result.put("seats", seats);
    result.put("expected", expected());
    result.put("sums", Map.copyOf(sums));
    result.put("ok", errors.isEmpty());
    result.put("error", String.join("; ", errors));
    result.put("millis", time.nowMs() - startedMs);
    return result;
  }
}
