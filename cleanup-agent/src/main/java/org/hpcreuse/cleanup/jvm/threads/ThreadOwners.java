/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadPoolExecutor;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * Stops what would keep a thread alive through an interrupt: a {@link java.util.Timer}, a thread
 * pool, a server. In a process these end with it, in the middle of whatever they do.
 */
public final class ThreadOwners {
  private static final String WORKER = ThreadPoolExecutor.class.getName() + "$Worker";

  /** Of web servers; source: QueuedThreadPool.Runner.run (Jetty 9.4.58). */
  private static final String JETTY_WORKER =
      "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner";

  /** Of the JDK's web server; source: sun.net.httpserver.ServerImpl.Dispatcher.run. */
  private static final String JDK_WEB_SERVER = "sun.net.httpserver.ServerImpl$Dispatcher";

  /** Its threads are inner classes; source: ipc.Server.Responder.doRunLoop (Hadoop 3.5.0). */
  private static final String RPC_SERVER = "org.apache.hadoop.ipc.Server";

  /** Of a reduce; source: mapreduce.task.reduce.Fetcher.connect (Hadoop 3.5.0). */
  private static final String FETCHER = "org.apache.hadoop.mapreduce.task.reduce.Fetcher";

  /** Holds the target from JDK 19 on. */
  private static final String HOLDER = "java.lang.Thread$FieldHolder";

  private ThreadOwners() {}

  /** Stops the timer or pool that {@code thread} works for, if it is one of these. */
  static void stop(Thread thread) throws ReflectiveOperationException {
    if (thread instanceof ForkJoinWorkerThread worker) {
      worker.getPool().shutdownNow();
    } else if (thread.getClass().getName().equals("java.util.TimerThread")) {
      cancelTimer(thread);
    } else if (isDelayScheduler(thread)) {
      for (Object task : SlotHooks.delayed().list()) {
        shutDownUnlessShared(ReflectiveAccess.of(task).get("pool", ForkJoinPool.class));
      }
    }
    pool(thread).ifPresent(ThreadPoolExecutor::shutdownNow);
    if (isOfRpcServer(thread)) {
      ReflectiveAccess.of(thread).in("this$0").set("running", false);
    }
    stopFetcher(thread);
    List<Runnable> targets = targets(thread);
    NettyLoops.endAtOnce(targets);
    for (Runnable target : targets) {
      if (target.getClass().getName().equals(JETTY_WORKER)) {
        endJettyPool(ReflectiveAccess.of(target).in("this$0"));
      } else if (target.getClass().getName().equals(JDK_WEB_SERVER)) {
        endWebServer(ReflectiveAccess.of(target).in("this$0"));
      }
    }
  }

  /** Whether the thread works for just this pool. */
  public static boolean worksFor(Thread thread, Object pool) {
    return pool(thread).filter(each -> each == pool).isPresent();
  }

  /** The pool that the thread works for, if it works for one. */
  private static Optional<ThreadPoolExecutor> pool(Thread thread) {
    return targets(thread).stream()
        .filter(target -> target.getClass().getName().equals(WORKER))
        .map(ThreadOwners::pool)
        .findAny();
  }

  private static ThreadPoolExecutor pool(Runnable worker) {
    try {
      return ReflectiveAccess.of(worker).get("this$0", ThreadPoolExecutor.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(WORKER + " has changed", e);
    }
  }

  /**
   * Its threads go on after an interrupt as long as the pool counts them, so that an MRAppMaster
   * that is killed would cost its slot. The pool's own stop waits for locks and calls listeners.
   */
  private static void endJettyPool(ReflectiveAccess pool) throws ReflectiveOperationException {
    call(pool.in("_counts"), "getAndSetHi", new Class<?>[] {int.class}, Integer.MIN_VALUE);
  }

  /**
   * Listener, responder and handlers go on through interrupts and over a closed selector as long as
   * the server is said to run. A listener's readers end with it.
   */
  private static boolean isOfRpcServer(Thread thread) {
    Class<?> outer = thread.getClass().getEnclosingClass();
    return outer != null && outer.getName().equals(RPC_SERVER);
  }

  /**
   * While it cannot connect to a node that serves map output, it tries again for three minutes,
   * whatever interrupts it, unless it is said to be stopped.
   */
  private static void stopFetcher(Thread thread) throws ReflectiveOperationException {
    for (Class<?> at = thread.getClass(); at != null; at = at.getSuperclass()) {
      if (at.getName().equals(FETCHER)) {
        Field stopped = at.getDeclaredField("stopped");
        stopped.setAccessible(true);
        stopped.setBoolean(thread, true);
      }
    }
  }

  /** Its thread logs every failure, that of a closed selector too, and goes on until it is over. */
  private static void endWebServer(ReflectiveAccess server) throws ReflectiveOperationException {
    try {
      server.get("finishedLatch", CountDownLatch.class).countDown();
    } catch (NoSuchFieldException e) {
      server.set("finished", true); // up to JDK 24
    }
  }

  private static void call(
      ReflectiveAccess members, String method, Class<?>[] parameters, Object... arguments)
      throws ReflectiveOperationException {
    try {
      members.call(method, parameters, arguments);
    } catch (ReflectiveOperationException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(method, e);
    }
  }

  /** The thread that waits for the delayed tasks of a ForkJoinPool, from JDK 25 on. */
  public static boolean isDelayScheduler(Thread thread) {
    return thread.getClass().getName().equals("java.util.concurrent.DelayScheduler");
  }

  /** The thread itself does not know its pool; the tasks that it waits for do. */
  private static void shutDownUnlessShared(ForkJoinPool pool) {
    if (pool != null && !JvmPools.contains(pool)) {
      pool.shutdownNow();
    }
  }

  /** What Timer.cancel does; the Timer itself is not known here. */
  private static void cancelTimer(Thread thread) throws ReflectiveOperationException {
    ReflectiveAccess members = ReflectiveAccess.of(thread);
    Object queue = members.get("queue");
    if (queue == null) {
      return;
    }
    synchronized (queue) {
      members.set("newTasksMayBeScheduled", false);
      call(ReflectiveAccess.of(queue), "clear", new Class<?>[0]);
      queue.notifyAll();
    }
  }

  /** Thread has one target; Hadoop's kinds of threads have a field of their own. */
  public static List<Runnable> targets(Thread thread) {
    List<Runnable> targets = new ArrayList<>();
    for (Class<?> at = thread.getClass(); at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (field.getType() == Runnable.class) {
          target(thread, field).ifPresent(targets::add);
        } else if (field.getType().getName().equals(HOLDER)) {
          taskOf(thread).ifPresent(targets::add);
        }
      }
    }
    return targets;
  }

  private static Optional<Runnable> taskOf(Thread thread) {
    try {
      return VirtualThreads.isVirtual(thread)
          ? VirtualThreads.task(thread)
          : Optional.ofNullable(
              ReflectiveAccess.of(ReflectiveAccess.of(thread).get("holder"))
                  .get("task", Runnable.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.lang.Thread has changed", e);
    }
  }

  private static Optional<Runnable> target(Thread thread, Field field) {
    try {
      field.setAccessible(true);
      return Optional.ofNullable((Runnable) field.get(thread));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " of thread " + thread.getName(), e);
    }
  }
}
