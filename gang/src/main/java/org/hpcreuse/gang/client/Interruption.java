/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.GangConnection;
import org.hpcreuse.gang.GangMessage;

/**
 * Ends the gang when the user interrupts the command: neither the application nor a file on the
 * cluster's file system is left. The command's thread says what it does, and hears of the interrupt
 * by a {@link CommandInterruptedException}. The thread of {@link #hook} runs while the JVM ends; it
 * ends the application, and waits until the command's thread has tidied up.
 */
final class Interruption {
  /** For everything together. A slot gives the hooks of a client in it 30 s. */
  static final Duration BOUND = Duration.ofSeconds(25);

  /** For a gang whose master answers, and at the end for the command's thread to tidy up. */
  private static final Duration CANCEL_BOUND = Duration.ofSeconds(5);

  private static final long ASK_AGAIN_MS = 100;

  private final Kill kill;
  private final Duration bound;
  private final Consumer<String> warnings;
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  /** Whether YARN has answered the newest submission. Without an answer it may come to it later. */
  private volatile boolean answered;

  /** Whether the master has told the end of the gang. */
  private volatile boolean ended;

  private volatile GangConnection master;

  /** Guarded by this object, as the two below. */
  private boolean begun;

  /** The command's thread, where an interrupt does no harm; else null. */
  private Thread abortable;

  /** What is to be killed; null without one. */
  private ApplicationId application;

  /** Ends an application; may be called while another thread uses YARN's client. */
  interface Kill {
    void application(ApplicationId id) throws IOException, YarnException;
  }

  /**
   * A step of the command that can be broken off by an interrupt of its thread: a wait, or a call
   * of YARN. HDFS's client would print stack traces.
   */
  interface Step<T> {
    T make() throws Exception;
  }

  /** Brings an application to YARN. */
  interface Submit {
    void now() throws IOException, YarnException;
  }

  /**
   * An interrupt that has not come yet.
   *
   * @param bound how long the hook takes at most; longer than {@link #CANCEL_BOUND}
   * @param warnings what could not be ended or removed, for the user
   */
  Interruption(Kill kill, Duration bound, Consumer<String> warnings) {
    this.kill = kill;
    this.bound = bound;
    this.warnings = warnings;
  }

  /** Notices an interrupt from now on. */
  void listen() throws CommandInterruptedException {
    try {
      Runtime.getRuntime().addShutdownHook(hook());
    } catch (IllegalStateException e) { // the JVM is ending
      throw new CommandInterruptedException();
    }
  }

  /** What runs while the JVM ends; it has not been started. */
  Thread hook() {
    return new Thread(this::cancel, "gang-interrupted");
  }

  /**
   * Makes a step, unless the user interrupts the command before it or in it.
   *
   * @throws Exception what the step throws
   */
  <T> T abortable(Step<T> step) throws Exception {
    synchronized (this) {
      check();
      abortable = Thread.currentThread();
    }
    try {
      return step.make();
    } catch (Exception e) {
      check();
      throw e;
    } finally {
      synchronized (this) {
        abortable = null;
        if (begun) {
          Thread.interrupted(); // what follows removes files
        }
      }
    }
  }

  /**
   * Submits an application, unless the user has interrupted the command. The submission itself is
   * not broken off: nobody would know whether YARN has got it.
   */
  void submit(ApplicationId id, Submit submission)
      throws IOException, YarnException, CommandInterruptedException {
    synchronized (this) {
      check();
      application = id;
      answered = false;
    }
    try {
      submission.now();
      answered = true;
    } catch (YarnException e) {
      answered = true;
      check();
      throw e;
    } catch (IOException e) {
      check();
      throw e;
    }
  }

  /** The master of the application has been reached. */
  synchronized void connected(GangConnection connection) throws CommandInterruptedException {
    check();
    master = connection;
  }

  /** The master has told the end of the gang. */
  void ended() {
    ended = true;
  }

  /** From now on an interrupt leaves the application alone: it is over, or runs by itself. */
  synchronized void letGo() throws CommandInterruptedException {
    check();
    master = null;
    application = null;
  }

  /** Returns while the user has not interrupted the command. */
  synchronized void check() throws CommandInterruptedException {
    if (begun) {
      throw new CommandInterruptedException();
    }
  }

  /** The command has tidied up. An interrupt that is being handled still needs YARN's client. */
  void commandIsOver() throws InterruptedException {
    over.countDown();
    boolean wait;
    synchronized (this) {
      wait = begun;
    }
    if (wait) {
      await(cancelled, bound);
    }
  }

  private void cancel() {
    long deadline = System.nanoTime() + bound.toNanos();
    ApplicationId id;
    synchronized (this) {
      if (over.getCount() == 0) {
        return;
      }
      begun = true;
      id = application;
      if (abortable != null) {
        abortable.interrupt();
      }
    }
    try {
      try {
        if (id != null && !masterEndsIt()) {
          kill(id, deadline - CANCEL_BOUND.toNanos());
        }
      } finally {
        disconnect();
        cancelled.countDown();
      }
      if (!await(over, Duration.ofNanos(deadline - System.nanoTime()))) {
        warnings.accept(
            "files of the gang may stay in .hpc-reuse/gangs: the command has not removed them within "
                + bound.toSeconds()
                + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the master has ended the gang, and the command has tidied up. */
  private boolean masterEndsIt() throws InterruptedException {
    GangConnection connection = master;
    if (connection == null) {
      return false;
    }
    try {
      connection.send(new GangMessage.Cancel("its client was interrupted"));
      return await(over, CANCEL_BOUND) && ended;
    } catch (IOException e) {
      return false;
    }
  }

  /** The command's thread waits for a master that may not answer for ever. */
  private void disconnect() {
    GangConnection connection = master;
    if (connection != null) {
      try {
        connection.close();
      } catch (IOException e) {
        warnings.accept("the connection to the gang's master: " + e.getMessage());
      }
    }
  }

  /** YARN's client would ask a ResourceManager that does not answer for a quarter of an hour. */
  private void kill(ApplicationId id, long deadline) throws InterruptedException {
    Thread killer = new Thread(() -> killKnown(id), "gang-killer");
    killer.setDaemon(true);
    killer.start();
    killer.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
    if (killer.isAlive()) {
      warnings.accept(
          id
              + " may still run: the ResourceManager has not ended it within "
              + bound.minus(CANCEL_BOUND).toSeconds()
              + " s");
    }
  }

  /** The request to end the application may overtake the one that submits it. */
  private void killKnown(ApplicationId id) {
    try {
      while (true) {
        boolean last = answered;
        try {
          kill.application(id);
          return;
        } catch (ApplicationNotFoundException e) {
          if (last) {
            return;
          }
          TimeUnit.MILLISECONDS.sleep(ASK_AGAIN_MS);
        }
      }
    } catch (IOException | YarnException | RuntimeException | InterruptedException e) {
      warnings.accept(id + " may still run: " + e.getMessage());
    }
  }

  private static boolean await(CountDownLatch latch, Duration bound) throws InterruptedException {
    return latch.await(bound.toMillis(), TimeUnit.MILLISECONDS);
  }
}
