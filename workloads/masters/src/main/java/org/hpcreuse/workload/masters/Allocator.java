/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.hadoop.RequestWait;

/**
 * The heartbeats of one ApplicationMaster in one case. To the wait of slots it is what Hadoop's
 * rewritten allocator and its job are. One thread sends the heartbeats, another brings news.
 */
final class Allocator implements RequestWait.Allocator, RequestWait.Job {
  /** Takes heartbeats. */
  interface ResourceManager {
    /**
     * Sends one and waits for the answer.
     *
     * @param containers how many containers the master waits for
     * @param changed whether it waits for as many since the last heartbeat
     */
    void allocate(int containers, boolean changed) throws IOException, YarnException;
  }

  /**
   * A heartbeat that was answered.
   *
   * @param atMs when it was sent, ms since the case began
   * @param micros how long its answer took
   */
  record Heartbeat(int atMs, int micros) {}

  /** How many containers a master waits for. News makes it one more, the next news one less. */
  private static final int CONTAINERS = 10;

  private final boolean asSlots;
  private final int intervalMs;
  private final ResourceManager manager;
  private final RequestWait requests = new RequestWait();
  private final AtomicInteger wanted = new AtomicInteger(CONTAINERS);

  /**
   * Makes one.
   *
   * @param asSlots as in {@link WaitCase}
   * @param intervalMs the heartbeat interval of stock Hadoop, ms
   */
  Allocator(boolean asSlots, int intervalMs, ResourceManager manager) {
    this.asSlots = asSlots;
    this.intervalMs = intervalMs;
    this.manager = manager;
  }

  @Override
  public Object hpcReuseJob() {
    return this;
  }

  @Override
  public int hpcReuseOutstanding() {
    return wanted.get();
  }

  @Override
  public RequestWait hpcReuseRequests() {
    return requests;
  }

  /** Changes what the master waits for, as the end of a task does. From any one thread. */
  void news() {
    wanted.updateAndGet(now -> 2 * CONTAINERS + 1 - now);
    RequestWait.changed(this);
  }

  /**
   * Sends heartbeats until the end of the case. The master's requests are new at its first one.
   *
   * @param beginNanos when the case began, by {@link System#nanoTime}
   * @param firstNanos when this master begins
   * @param endNanos when the case ends
   */
  List<Heartbeat> run(long beginNanos, long firstNanos, long endNanos)
      throws InterruptedException, IOException, YarnException {
    TimeUnit.NANOSECONDS.sleep(firstNanos - System.nanoTime());
    List<Heartbeat> heartbeats = new ArrayList<>();
    RequestWait.changed(this);
    int asked = 0;
    for (long left = leftMs(endNanos); left > 0; left = leftMs(endNanos)) {
      // No wait goes on after the end of the case, so that nobody has to interrupt it.
      sleep(Math.min(intervalMs, left));
      long sentNanos = System.nanoTime();
      if (endNanos - sentNanos > 0) {
        int now = wanted.get();
        manager.allocate(now, now != asked);
        asked = now;
        long answeredNanos = System.nanoTime();
        heartbeats.add(
            new Heartbeat(
                (int) TimeUnit.NANOSECONDS.toMillis(sentNanos - beginNanos),
                (int) TimeUnit.NANOSECONDS.toMicros(answeredNanos - sentNanos)));
      }
    }
    return heartbeats;
  }

  private void sleep(long longestMs) throws InterruptedException {
    if (asSlots) {
      RequestWait.sleep(longestMs, this);
    } else {
      Thread.sleep(longestMs);
    }
  }

  /** Rounded up: a sleep of so long ends after the case. */
  private static long leftMs(long endNanos) {
    return -Math.floorDiv(System.nanoTime() - endNanos, TimeUnit.MILLISECONDS.toNanos(1));
  }
}
