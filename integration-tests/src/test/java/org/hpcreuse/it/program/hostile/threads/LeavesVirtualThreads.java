/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Leaves virtual threads that wait in every way, where the JDK has such threads. */
public final class LeavesVirtualThreads {
  private static final Object LOCK = new Object();

  private LeavesVirtualThreads() {}

  private interface Wait {
    void await() throws Exception;
  }

  /** Leaves them when each has begun to wait. */
  public static void main(String[] args) throws Exception {
    if (Runtime.version().feature() < 21) {
      return;
    }
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
    CountDownLatch never = new CountDownLatch(1);
    Wait[] waits = {
      () -> Thread.sleep(TimeUnit.HOURS.toMillis(1)),
      LeavesVirtualThreads::park,
      () -> server.accept(),
      () -> new DataInputStream(socket.getInputStream()).readInt(),
      never::await,
      LeavesVirtualThreads::awaitMonitor,
      () -> Thread.sleep(1),
    };
    server.accept();
    CountDownLatch begun = new CountDownLatch(waits.length + 1);
    for (Wait wait : waits) {
      Thread.class
          .getMethod("startVirtualThread", Runnable.class)
          .invoke(null, (Runnable) () -> forEver(begun, wait));
    }
    ExecutorService executor =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    executor.execute(() -> forEver(begun, waits[0]));
    begun.await();
    System.out.println("virtual threads run");
  }

  private static void park() throws InterruptedException {
    LockSupport.park();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private static void awaitMonitor() throws InterruptedException {
    synchronized (LOCK) {
      while (true) {
        LOCK.wait();
      }
    }
  }

  private static void forEver(CountDownLatch begun, Wait wait) {
    begun.countDown();
    while (true) {
      try {
        wait.await();
      } catch (InterruptedException e) {
        System.err.println("goes on after an interrupt");
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
