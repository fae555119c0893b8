/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.wire.GangConnection;
import org.hpcreuse.gang.wire.GangMessage;

/**
 * Ends the gang when the user interrupts the command: nothing goes on behind his back, and nothing
 * stays on the cluster's file system. The command's thread says what it does; the thread of {@link
 * #hook} runs while the JVM ends, and waits until the command's has tidied up.
 */
final class Interruption {
  /** For files that are being copied, and an application that is being submitted. */
  private static final Duration SUBMISSION_BOUND = Duration.ofSeconds(20);

  /** For a gang whose master answers. */
  private static final Duration CANCEL_BOUND = Duration.ofSeconds(5);

  /** For the ResourceManager, which YARN's client would ask for a quarter of an hour. */
  private static final Duration KILL_BOUND = Duration.ofSeconds(10);

  private final Kill kill;
  private final ReentrantLock submitting = new ReentrantLock();
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean begun;
  private volatile ApplicationId application;
  private volatile GangConnection master;

  /** Ends an application; may be called while another thread uses YARN's client. */
  interface Kill {
    void application(ApplicationId id) throws IOException, YarnException;
  }

  /** Brings an application to YARN. */
  interface Submit {
    void now() throws IOException, YarnException;
  }

  Interruption(Kill kill) {
    this.kill = kill;
  }

  /** A thread that has not been started, for {@link Runtime#addShutdownHook}. */
  Thread hook() {
    return new Thread(this::cancel, "gang-interrupted");
  }

  /**
   * Submits an application, unless the user has interrupted the command.
   *
   * @return whether it is submitted
   */
  boolean submit(ApplicationId id, Submit submission) throws IOException, YarnException {
    submitting.lock();
    try {
      if (begun) {
        return false;
      }
      submission.now();
      application = id;
      return true;
    } finally {
      submitting.unlock();
    }
  }

  /** The master of the application has been reached. */
  void connected(GangConnection connection) {
    master = connection;
  }

  /** The application is over. */
  void ended() {
    master = null;
    application = null;
  }

  /** The command has tidied up. An interrupt that is being handled still needs YARN's client. */
  void commandIsOver() throws InterruptedException {
    over.countDown();
    if (begun) {
      await(cancelled, KILL_BOUND);
    }
  }

  private void cancel() {
    try {
      begun = true;
      if (over.getCount() > 0) {
        cancelApplication();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void cancelApplication() throws InterruptedException {
    if (!submitting.tryLock(SUBMISSION_BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
      warn("the gang may run: it is still being submitted after " + SUBMISSION_BOUND);
      return;
    }
    submitting.unlock(); // nothing is submitted from now on
    ApplicationId id = application;
    if (id != null && !masterEndsIt()) {
      Thread killer = new Thread(() -> killApplication(id), "gang-killer");
      killer.setDaemon(true);
      killer.start();
      killer.join(KILL_BOUND.toMillis());
      if (killer.isAlive()) {
        warn(id + " may still run: the ResourceManager does not answer within " + KILL_BOUND);
      }
    }
    cancelled.countDown();
    await(over, CANCEL_BOUND);
  }

  /** Whether the command has heard the end of the gang. */
  private boolean masterEndsIt() throws InterruptedException {
    GangConnection connection = master;
    if (connection == null) {
      return false;
    }
    try {
      connection.send(new GangMessage.Cancel("its client was interrupted"));
      return await(over, CANCEL_BOUND);
    } catch (IOException e) {
      return false;
    }
  }

  private void killApplication(ApplicationId id) {
    try {
      kill.application(id);
    } catch (IOException | YarnException e) {
      warn(id + " may still run: " + e.getMessage());
    }
  }

  private static void warn(String text) {
    System.err.println("hpc-reuse: mpi: " + text);
  }

  private static boolean await(CountDownLatch latch, Duration bound) throws InterruptedException {
    return latch.await(bound.toMillis(), TimeUnit.MILLISECONDS);
  }
}
