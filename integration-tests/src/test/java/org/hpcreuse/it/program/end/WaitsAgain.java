/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;

/**
 * A thread that waits in one way, and takes no notice of interrupts: {@code WaitsAgain HOW}. With
 * {@code restart} it starts another one in its place, as Pekko's timer does. With {@code process}
 * it starts a process when it ends. With {@code cleaner} it does as that of Hadoop's FileSystem: it
 * ends at an interrupt and at nothing else.
 */
public final class WaitsAgain {
  private static final Object MONITOR = new Object();

  private WaitsAgain() {}

  private interface Wait {
    void run() throws InterruptedException;
  }

  /** Exits with 7 when the thread is about to wait. */
  public static void main(String[] args) throws InterruptedException {
    Wait wait = wait(args[0]);
    CountDownLatch waiting = new CountDownLatch(1);
    Runnable run =
        switch (args[0]) {
          case "restart" -> () -> restart(waiting, wait);
          case "process" -> () -> startProcess(waiting, wait);
          case "cleaner" -> () -> clean(waiting, wait);
          default -> () -> loop(waiting, wait);
        };
    new Thread(run, "timer").start();
    waiting.await();
    System.exit(7);
  }

  private static void loop(CountDownLatch waiting, Wait wait) {
    waiting.countDown();
    for (; ; ) {
      try {
        wait.run();
      } catch (InterruptedException | RejectedExecutionException e) {
        Thread.interrupted();
      }
    }
  }

  private static void restart(CountDownLatch waiting, Wait wait) {
    waiting.countDown();
    try {
      wait.run();
    } catch (Throwable e) {
      new Thread(() -> restart(waiting, wait), "timer").start();
    }
  }

  /** The last that it does makes the JDK start a thread. */
  @SuppressWarnings("try") // it is closed, no more
  private static void startProcess(CountDownLatch waiting, Wait wait) {
    try (Closeable end = () -> new ProcessBuilder("true").start()) {
      loop(waiting, wait);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first interrupt comes at a bad time. */
  private static void clean(CountDownLatch waiting, Wait wait) {
    waiting.countDown();
    boolean isFirst = true;
    while (!Thread.currentThread().isInterrupted()) {
      try {
        wait.run();
      } catch (InterruptedException e) {
        if (!isFirst) {
          Thread.currentThread().interrupt();
        }
        isFirst = false;
      } catch (Throwable e) {
        // goes on, whatever it is
      }
    }
  }

  private static Wait wait(String how) {
    CompletableFuture<String> never = new CompletableFuture<>();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    BlockingQueue<String> empty = new LinkedBlockingQueue<>();
    return switch (how) {
      case "sleep", "restart", "process", "cleaner" -> () -> Thread.sleep(1_000_000);
      case "monitor" -> WaitsAgain::waitForMonitor;
      case "queue" -> empty::take;
      case "pool" -> () -> pool.execute(() -> {});
      case "future" -> never::join;
      default -> throw new IllegalArgumentException(how);
    };
  }

  private static void waitForMonitor() throws InterruptedException {
    synchronized (MONITOR) {
      for (; ; ) {
        MONITOR.wait();
      }
    }
  }
}
