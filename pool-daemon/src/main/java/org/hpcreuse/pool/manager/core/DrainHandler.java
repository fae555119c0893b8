/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hpcreuse.pool.manager.queue.LaunchHandler;
import org.hpcreuse.pool.manager.queue.PoolShutdown;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.protocol.wire.Message;

/** Begins and ends drains, and answers those who wait until no slot is busy. */
public final class DrainHandler {
  private final Pool pool;
  private final LaunchHandler launches;
  private final PoolShutdown poolShutdown;
  private final List<Long> waiting = new ArrayList<>();

  public DrainHandler(Pool pool, LaunchHandler launches, PoolShutdown poolShutdown) {
    this.pool = pool;
    this.launches = launches;
    this.poolShutdown = poolShutdown;
  }

  /** Stops giving out slots; the answer comes when none is busy or the time is over. */
  void drain(long connection, long timeoutMs) {
    launches.drain();
    waiting.add(connection);
    pool.timers().after(timeoutMs, () -> expire(connection, timeoutMs));
  }

  /**
   * Gives out slots again. Everyone who waits for the drain learns that it is over.
   *
   * @return the answer
   */
  Message undo() {
    if (poolShutdown.hasBegun()) {
      return new Message.Refused("the pool ends, its drain cannot be undone");
    }
    if (!pool.queue().isDraining()) {
      return new Message.Refused("no drain is in force, nothing to undo");
    }
    pool.queue().endDrain();
    waiting.forEach(
        connection ->
            pool.out().send(connection, new Message.Refused("the drain has been undone")));
    waiting.clear();
    return new Message.Text("the pool takes containers again; " + idle());
  }

  /** The pool stays drained. */
  void closed(long connection) {
    waiting.remove(connection);
  }

  public void review() {
    if (busy().isEmpty()) {
      Message answer =
          new Message.Text(idle() + ", and none gets one until drain --undo or the pool's end");
      waiting.forEach(connection -> pool.out().send(connection, answer));
      waiting.clear();
    }
  }

  private void expire(long connection, long timeoutMs) {
    if (!busy().isEmpty() && waiting.remove(connection)) {
      String text =
          busy().stream()
              .map(process -> process + containerOf(process))
              .collect(Collectors.joining(", "));
      pool.out()
          .send(
              connection,
              new Message.Refused(
                  String.format(
                      "%d of %d slots still busy after %d ms: %s; the drain goes on",
                      busy().size(), pool.table().slotCount(), timeoutMs, text)));
    }
  }

  private static String containerOf(SlotProcess process) {
    return process.lease() == null ? "" : " with " + process.lease().containerId();
  }

  private String idle() {
    int slots = pool.table().slotCount();
    return slots - busy().size() + " of " + slots + " slots hold no container";
  }

  /** A dying slot still holds its container until it is gone. */
  private List<SlotProcess> busy() {
    return pool.table().holders().stream()
        .filter(process -> process.state().isBusy() || process.lease() != null)
        .toList();
  }
}
