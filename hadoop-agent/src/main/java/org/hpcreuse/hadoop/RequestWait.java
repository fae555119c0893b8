/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The wait of an ApplicationMaster before it asks the ResourceManager again. It ends when requests
 * have changed or a task has ended; while requests wait for containers, it becomes longer and
 * longer. A field of Hadoop's job.
 *
 * <p>One thread sleeps, all others signal. The lock is held for moments only, and nothing of
 * Hadoop's is called with it: Hadoop signals with its own locks held.
 */
public final class RequestWait {
  /** What Hadoop's RMCommunicator becomes. */
  public interface Allocator {
    /** Its job; null before it is started. */
    Object hpcReuseJob();

    /** How many requests the ResourceManager has that no container has been assigned to. */
    default int hpcReuseOutstanding() {
      return 0;
    }
  }

  /** What Hadoop's JobImpl becomes. */
  public interface Job {
    /** Its wait. */
    RequestWait hpcReuseRequests();
  }

  private static final Pace PACE = new Pace(2, 100);

  /** For how many stock intervals reduces are not asked for while tasks end all the time. */
  private static final int MOST_INTERVALS = 3;

  private final LongSupplier clockMs;

  // Guarded by this.
  private boolean begun;
  private long begunMs;

  /** When the last question began. */
  private long askedMs;

  /** When it was over. */
  private long answeredMs;

  private long changedMs;
  private boolean changed;
  private int outstanding;

  private long stockMs;

  /** When reduces have last been asked for. */
  private long reducesMs;

  private long questions;
  private long early;

  /** Makes one with the JVM's clock. */
  public RequestWait() {
    this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  RequestWait(LongSupplier clockMs) {
    this.clockMs = clockMs;
  }

  /**
   * Sleeps before the next question. Called by the thread of Hadoop's allocator.
   *
   * @param longestMs how long stock Hadoop sleeps
   * @param allocator Hadoop's RMCommunicator
   */
  public static void sleep(long longestMs, Object allocator) throws InterruptedException {
    RequestWait wait = of(allocator);
    if (wait == null) {
      Thread.sleep(longestMs);
      return;
    }
    wait.sleep(longestMs, outstanding((Allocator) allocator));
  }

  /** Writes into the container's log how often the allocator has asked; at its end. */
  public static void ended(Object allocator) {
    RequestWait wait = of(allocator);
    if (wait != null) {
      ContainerLog.info(allocator, wait.summary());
    }
  }

  /** Says that the requests of an allocator have changed. */
  public static void changed(Object allocator) {
    RequestWait wait = of(allocator);
    if (wait != null) {
      wait.changed();
    }
  }

  /** Says that a job has handled an event. */
  public static void handled(Object job, Enum<?> type) {
    String name = type.name();
    if ((name.equals("JOB_TASK_COMPLETED") || name.equals("JOB_TASK_ATTEMPT_COMPLETED"))
        && job instanceof Job known) {
      known.hpcReuseRequests().changed();
    }
  }

  /**
   * How many reduces Hadoop may ask for after a question. YARN serves reduces before maps, so a
   * reduce that is asked for between the end of a map and that of its container takes the place of
   * the next map. Stock Hadoop, which comes later, mostly finds the place taken by a map. While
   * maps wait, reduces are therefore asked for once in an interval, and not right after a task's
   * end.
   *
   * @param pending how many there are
   * @param waitingMaps how many maps wait for a container
   */
  public static int reduces(int pending, int waitingMaps, Object allocator) {
    RequestWait wait = of(allocator);
    return wait == null || wait.mayAskForReduces(waitingMaps) ? pending : 0;
  }

  private static int outstanding(Allocator allocator) {
    try {
      return allocator.hpcReuseOutstanding();
    } catch (LinkageError e) {
      // A Hadoop that counts them elsewhere: the sleep ends for changes only.
      return 0;
    }
  }

  private static RequestWait of(Object allocator) {
    return allocator instanceof Allocator known && known.hpcReuseJob() instanceof Job job
        ? job.hpcReuseRequests()
        : null;
  }

  synchronized void changed() {
    changed = true;
    notifyAll();
  }

  synchronized void sleep(long longestMs, int nowOutstanding) throws InterruptedException {
    answered(nowOutstanding);
    for (long left = left(longestMs); left > 0; left = left(longestMs)) {
      wait(left);
    }
    sleepIsOver(longestMs);
  }

  /** Notes that the question before this sleep has its answer. */
  synchronized void answered(int nowOutstanding) {
    answeredMs = clockMs.getAsLong();
    if (!begun) {
      begun = true;
      begunMs = answeredMs;
      askedMs = answeredMs;
      changedMs = answeredMs;
      reducesMs = answeredMs;
    }
    if (nowOutstanding != outstanding) {
      // Containers have come, or the answer has led to new requests.
      outstanding = nowOutstanding;
      changedMs = answeredMs;
    }
  }

  /** How long the sleep goes on if nothing happens, ms. */
  synchronized long left(long longestMs) {
    long pause = longestMs;
    if (changed || outstanding > 0) {
      long quiet = changed ? 0 : answeredMs - changedMs;
      pause = PACE.pause(quiet, answeredMs - begunMs, answeredMs - askedMs, longestMs);
    }
    return answeredMs + pause - clockMs.getAsLong();
  }

  /** Notes that the sleep is over. */
  synchronized void sleepIsOver(long longestMs) {
    askedMs = clockMs.getAsLong();
    stockMs = longestMs;
    questions++;
    if (askedMs - answeredMs < longestMs) {
      early++;
    }
    if (changed) {
      changed = false;
      changedMs = askedMs;
    }
  }

  synchronized boolean mayAskForReduces(int waitingMaps) {
    long now = clockMs.getAsLong();
    long since = now - reducesMs;
    // An interval after a task's end, the next map mostly has its container.
    boolean settled = now - changedMs >= stockMs || since >= MOST_INTERVALS * stockMs;
    boolean may = waitingMaps == 0 || (since >= stockMs && settled);
    if (may) {
      reducesMs = now;
    }
    return may;
  }

  synchronized String summary() {
    return "asked the ResourceManager " + questions + " times, " + early + " of them early";
  }
}
