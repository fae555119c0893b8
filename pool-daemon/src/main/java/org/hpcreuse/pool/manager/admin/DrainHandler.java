/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hpcreuse.pool.manager.queue.LaunchHandler;
import org.hpcreuse.pool.manager.state.Outbox;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotTable;
import org.hpcreuse.pool.manager.time.Timers;
import org.hpcreuse.protocol.wire.Message;

/** Answers those who wait until no slot is busy. */
public final class DrainHandler {
  private final SlotTable table;
  private final Timers timers;
  private final Outbox out;
  private final LaunchHandler launches;
  private final List<Long> waiting = new ArrayList<>();

  public DrainHandler(Pool pool, LaunchHandler launches) {
    table = pool.table();
    timers = pool.timers();
    out = pool.out();
    this.launches = launches;
  }

  /** Stops giving out slots; the answer comes when none is busy or the time is over. */
  void drain(long connection, long timeoutMs) {
    launches.drain();
    waiting.add(connection);
    timers.after(timeoutMs, () -> expire(connection, timeoutMs));
  }

  /** The pool stays drained. */
  void closed(long connection) {
    waiting.remove(connection);
  }

  public void review() {
    if (busy().isEmpty()) {
      waiting.forEach(connection -> out.send(connection, new Message.Done()));
      waiting.clear();
    }
  }

  private void expire(long connection, long timeoutMs) {
    if (!busy().isEmpty() && waiting.remove(connection)) {
      String text = busy().stream().map(SlotProcess::toString).collect(Collectors.joining(", "));
      out.send(connection, new Message.Refused("still busy after " + timeoutMs + " ms: " + text));
    }
  }

  /** A dying slot still holds its container until it is gone. */
  private List<SlotProcess> busy() {
    return table.holders().stream()
        .filter(process -> process.state().isBusy() || process.lease() != null)
        .toList();
  }
}
