/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The wait of an ApplicationMaster, at its end, for clients that have questions. It ends when each
 * client that has asked knows the job's final state and has been silent for a moment. A field of
 * Hadoop's MRClientService.
 *
 * <p>A client that finds no ApplicationMaster tries for three seconds to connect, so an early end
 * would cost more than a late one. The moment is long enough for the questions which clients ask
 * after the final state: the last events and the counters. After the counters it is shorter.
 * Thread-safe.
 */
public final class ClientsWait {
  /** What Hadoop's MRClientService becomes. */
  public interface Service {
    /** Its wait. */
    ClientsWait hpcReuseClients();

    /** Its org.apache.hadoop.ipc.Server; null before it is started. */
    Object hpcReuseServer();
  }

  /** How long a client has been silent when it has no more questions, ms. */
  static final long SILENCE_MS = 1000;

  /** The same for a client that has asked for the counters of the ended job, ms. */
  static final long LAST_SILENCE_MS = 100;

  /** How long to wait for the first question of a client that has just got the address, ms. */
  static final long NOBODY_MS = 500;

  /** How often to look whether the answers are sent, ms. */
  private static final long LOOK_MS = 10;

  private static final Set<String> FINAL_STATES = Set.of("SUCCEEDED", "FAILED", "KILLED", "ERROR");

  private final LongSupplier clockMs;

  // Guarded by this.
  private final Map<ByteBuffer, Client> clients = new HashMap<>();
  private boolean watches;

  /** Makes one with the JVM's clock. */
  public ClientsWait() {
    this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  ClientsWait(LongSupplier clockMs) {
    this.clockMs = clockMs;
  }

  /** Says that {@link #answered} will be called for each question to this service. */
  public static void begin(Object service) {
    if (service instanceof Service known) {
      known.hpcReuseClients().watch();
    }
  }

  /**
   * Notes an answer.
   *
   * @param response it
   * @param service Hadoop's MRClientService
   * @param client who has asked; empty or null when that is not known
   * @param method the question
   */
  public static void answered(Object response, Object service, byte[] client, String method) {
    if (service instanceof Service known) {
      boolean last = method.equals("getJobReport") && tellsFinalState(response);
      ByteBuffer id = ByteBuffer.wrap(client == null ? new byte[0] : client.clone());
      known.hpcReuseClients().answered(id, last, method.equals("getCounters"));
    }
  }

  /**
   * Sleeps until no client has questions.
   *
   * @param longestMs how long stock Hadoop sleeps
   * @param service Hadoop's MRClientService
   */
  public static void sleep(long longestMs, Object service) throws InterruptedException {
    if (service instanceof Service known && known.hpcReuseClients().isWatching()) {
      ClientsWait wait = known.hpcReuseClients();
      ContainerLog.info(service, wait.sleep(longestMs, () -> isAnswering(known.hpcReuseServer())));
    } else {
      Thread.sleep(longestMs);
    }
  }

  /** Whether a question waits in the server, or its answer has not been sent. */
  private static boolean isAnswering(Object server) {
    return count(server, "getCallQueueLen") + count(server, "getNumInProcessHandler") > 0;
  }

  private static int count(Object server, String method) {
    try {
      return server == null ? 0 : (int) server.getClass().getMethod(method).invoke(server);
    } catch (ReflectiveOperationException e) {
      // A Hadoop that does not count them: the silence alone decides.
      return 0;
    }
  }

  private static boolean tellsFinalState(Object response) {
    try {
      Object report = response.getClass().getMethod("getJobReport").invoke(response);
      return report != null
          && FINAL_STATES.contains(
              String.valueOf(report.getClass().getMethod("getJobState").invoke(report)));
    } catch (ReflectiveOperationException e) {
      // Then the bound of stock Hadoop decides.
      return false;
    }
  }

  private synchronized void watch() {
    watches = true;
  }

  private synchronized boolean isWatching() {
    return watches;
  }

  synchronized void answered(ByteBuffer client, boolean finalState, boolean counters) {
    Client known = clients.computeIfAbsent(client, id -> new Client());
    known.lastMs = clockMs.getAsLong();
    known.knowsEnd |= finalState;
    known.hasCounters |= known.knowsEnd && counters;
    notifyAll();
  }

  /**
   * Sleeps.
   *
   * @return what to write into the log
   */
  synchronized String sleep(long longestMs, BooleanSupplier answering) throws InterruptedException {
    long begunMs = clockMs.getAsLong();
    for (long slept = 0; slept < longestMs; slept = clockMs.getAsLong() - begunMs) {
      long left = left(begunMs);
      if (left <= 0) {
        if (!answering.getAsBoolean()) {
          break;
        }
        left = LOOK_MS;
      }
      wait(Math.min(left, longestMs - slept));
    }
    long knowing = clients.values().stream().filter(client -> client.knowsEnd).count();
    return "waited "
        + (clockMs.getAsLong() - begunMs)
        + " ms for clients; "
        + knowing
        + " of "
        + clients.size()
        + " know the job's final state";
  }

  /** How long the sleep goes on if nobody asks, ms. */
  synchronized long left(long begunMs) {
    long now = clockMs.getAsLong();
    if (clients.isEmpty()) {
      return begunMs + NOBODY_MS - now;
    }
    return clients.values().stream().mapToLong(client -> client.left(now)).max().getAsLong();
  }

  private static final class Client {
    private long lastMs;
    private boolean knowsEnd;
    private boolean hasCounters;

    long left(long now) {
      if (!knowsEnd) {
        return Long.MAX_VALUE;
      }
      return lastMs + (hasCounters ? LAST_SILENCE_MS : SILENCE_MS) - now;
    }
  }
}
