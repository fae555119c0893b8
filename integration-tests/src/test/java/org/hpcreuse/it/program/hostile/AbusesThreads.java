/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

public final class AbusesThreads {
  private AbusesThreads() {}

  /**
   * Leaves tasks in the common pool, its workers renamed and with locals and loaders of its own.
   */
  public static final class FillsCommonPool {
    private static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();

    public static void main(String[] args) {
      ForkJoinPool.commonPool()
          .submit(
              () -> {
                Thread.currentThread().setName("left-behind");
                LOCAL.set(new Object() {});
              })
          .join();
      for (int i = 0; i < 50; i++) {
        ForkJoinPool.commonPool().execute(FillsCommonPool::await);
      }
    }

    private static void await() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Leaves a default handler for uncaught exceptions. */
  public static final class HandlesUncaught {
    public static void main(String[] args) {
      Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.err.println("left behind"));
    }
  }

  /** Leaves threads that end only when they have been interrupted many times. */
  public static final class IgnoresInterrupts {
    private static final int MANY = 10;
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final long PAUSE_NANOS = 1_000_000;

    public static void main(String[] args) {
      for (boolean daemon : List.of(true, false)) {
        Thread thread = new Thread(IgnoresInterrupts::loop, "left-behind");
        thread.setDaemon(daemon);
        thread.start();
      }
      Ending.now();
    }

    private static void loop() {
      long end = System.nanoTime() + LONGEST_NANOS;
      int interrupts = 0;
      while (interrupts < MANY && System.nanoTime() - end < 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
        interrupts += Thread.interrupted() ? 1 : 0;
      }
    }
  }

  /** Leaves its main thread interrupted, renamed and with locals that others inherit. */
  public static final class InterruptsMain {
    private static final ThreadLocal<Object> LOCAL = new InheritableThreadLocal<>();

    public static void main(String[] args) {
      LOCAL.set(new Object() {});
      Thread.currentThread().setName("left-behind");
      Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
      Thread.currentThread().interrupt();
    }
  }

  /** Leaves pools of virtual threads, and such threads that nobody knows of any more. */
  public static final class LeavesVirtualPools {
    /** Leaves them when all run. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for them
    public static void main(String[] args) throws Exception {
      if (Runtime.version().feature() < 21) {
        return;
      }
      CountDownLatch running = new CountDownLatch(4);
      ThreadFactory virtual = named("MutableQuantiles-");
      ExecutorService fixed = Executors.newFixedThreadPool(1, virtual);
      fixed.execute(running::countDown);
      ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, virtual);
      timer.scheduleAtFixedRate(running::countDown, 0, 1, TimeUnit.MILLISECONDS);
      // When its task is over, its executor has forgotten the thread.
      ThreadFactory goesOn =
          task ->
              virtual.newThread(
                  () -> {
                    task.run();
                    running.countDown();
                    while (true) {
                      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                      if (Thread.interrupted()) {
                        throw new IllegalStateException("interrupted");
                      }
                    }
                  });
      ExecutorService forgets =
          (ExecutorService)
              Executors.class
                  .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                  .invoke(null, goesOn);
      forgets.execute(running::countDown);
      running.await();
      System.out.println("virtual threads run");
    }

    private static ThreadFactory named(String name) throws ReflectiveOperationException {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> builders = Class.forName("java.lang.Thread$Builder");
      Object named = builders.getMethod("name", String.class, long.class).invoke(builder, name, 0L);
      return (ThreadFactory) builders.getMethod("factory").invoke(named);
    }
  }

  /** Leaves virtual threads that wait in every way, where the JDK has such threads. */
  public static final class LeavesVirtualThreads {
    private static final Object LOCK = new Object();

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
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
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

  /** Leaves its thread group with the lowest priority and as a daemon. */
  public static final class LimitsThreadGroup {
    @SuppressWarnings({"removal", "ThreadPriorityCheck"}) // what some programs do
    public static void main(String[] args) {
      ThreadGroup group = Thread.currentThread().getThreadGroup();
      group.setMaxPriority(Thread.MIN_PRIORITY);
      group.setDaemon(true);
      Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
    }
  }

  /** Leaves its mark on the threads that carry virtual threads. */
  public static final class MarksCarriers {
    /** Leaves it on those that there are when a virtual thread has run. */
    public static void main(String[] args) throws Exception {
      if (Runtime.version().feature() < 21) {
        return;
      }
      Runnable nothing = () -> {};
      Object thread =
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, nothing);
      ((Thread) thread).join();
      for (Thread each : Thread.getAllStackTraces().keySet()) {
        ThreadGroup group = each.getThreadGroup();
        if (group != null && group.getName().equals("CarrierThreads")) {
          each.setName("left behind");
        }
      }
    }
  }

  /**
   * Leaves a thread that waits for a queue again, whatever exception it gets, as one of Tez does.
   */
  public static final class PollsForEver {
    public static void main(String[] args) {
      BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
      Thread thread = new Thread(() -> loop(queue), "left-behind");
      thread.setDaemon(true);
      thread.start();
      Ending.now();
    }

    private static void loop(BlockingQueue<Integer> queue) {
      int sum = 0;
      while (sum >= 0) {
        try {
          sum += queue.take();
        } catch (InterruptedException | RuntimeException e) {
          sum++;
        }
      }
    }
  }

  /** Leaves other names, priorities and handlers to all threads it can see. */
  public static final class RenamesThreads {
    @SuppressWarnings("ThreadPriorityCheck") // as anybody can
    public static void main(String[] args) {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread != Thread.currentThread()) {
          thread.setPriority(Thread.MIN_PRIORITY);
          thread.setUncaughtExceptionHandler((dead, thrown) -> System.err.println("left behind"));
          thread.setName("left behind");
        }
      }
    }
  }

  /** Leaves a thread that waits for a selector again, whatever exception it gets, as Netty's do. */
  public static final class SelectsForEver {
    private static final long PAUSE_NANOS = 1_000_000_000;

    public static void main(String[] args) throws IOException {
      Selector selector = Selector.open();
      Thread thread = new Thread(() -> loop(selector), "left-behind");
      thread.setDaemon(true);
      thread.start();
      Ending.now();
    }

    private static void loop(Selector selector) {
      while (true) {
        try {
          selector.select();
        } catch (IOException | RuntimeException e) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }
  }

  /** Leaves the common pool with another size, where the JDK lets it. */
  public static final class ShrinksCommonPool {
    public static void main(String[] args) throws ReflectiveOperationException {
      ForkJoinPool pool = ForkJoinPool.commonPool();
      if (Runtime.version().feature() >= 19) {
        ForkJoinPool.class
            .getMethod("setParallelism", int.class)
            .invoke(pool, pool.getParallelism() + 1);
      }
    }
  }

  /** Leaves timers and executors with work to do later and again and again. */
  public static final class StartsTimers {
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for what is left
    public static void main(String[] args) {
      Runnable print = () -> System.out.println("left behind");
      new Timer("left-behind", true).schedule(task(print), 1, 1);
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
      pool.scheduleAtFixedRate(print, 0, 1, TimeUnit.MILLISECONDS);
      new CompletableFuture<Void>()
          .completeOnTimeout(null, 50, TimeUnit.MILLISECONDS)
          .thenRun(print);
      Ending.now();
    }

    private static TimerTask task(Runnable work) {
      return new TimerTask() {
        @Override
        public void run() {
          work.run();
        }
      };
    }
  }

  /** Leaves its loader as context of all threads it can see. */
  public static final class TurnsSharedThreads {
    public static void main(String[] args) {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        try {
          thread.setContextClassLoader(TurnsSharedThreads.class.getClassLoader());
        } catch (SecurityException e) {
          System.err.println(thread.getName() + " lets nobody: " + e.getMessage());
        }
      }
    }
  }

  /** Has more virtual threads run at a time, where the JDK lets it. */
  public static final class WidensScheduler {
    /** Leaves it so. */
    public static void main(String[] args) throws ReflectiveOperationException {
      if (Runtime.version().feature() >= 24) {
        Class<?> scheduler = Class.forName("jdk.management.VirtualThreadSchedulerMXBean");
        Object bean =
            ManagementFactory.getPlatformMXBean(scheduler.asSubclass(PlatformManagedObject.class));
        scheduler.getMethod("setParallelism", int.class).invoke(bean, 7);
      }
    }
  }
}
