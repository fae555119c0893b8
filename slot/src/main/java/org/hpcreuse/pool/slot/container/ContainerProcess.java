/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.pool.slot.process.ContainerThreadWatch;
import org.hpcreuse.pool.slot.process.SlotThreads;
import org.hpcreuse.protocol.ContainerSignal;

/**
 * The container as rewritten methods see it: what takes the place of a process.
 *
 * <p>The first request to end wins, except that a halt (or KILL) overtakes an exit whose hooks are
 * still running, as in a real process. A thread that calls exit() waits here until its container's
 * hooks are done and is then unwound: exit() never returns. All methods are thread-safe.
 */
public final class ContainerProcess implements SlotHooks.VirtualProcess {
  private static final long MIB = 1L << 20;

  private final SlotThreads groups;
  private final ContainerThreadWatch watch;
  private final ClassLoader loader;
  private final ClassLoader framework;
  private final long maxMemory;
  private final long startedMs = System.currentTimeMillis();
  private final AtomicReference<ContainerEnd> exit = new AtomicReference<>();
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CountDownLatch halted = new CountDownLatch(1);
  private final CountDownLatch unwinding = new CountDownLatch(1);

  /** Volatile: set and read by any of the container's threads. */
  private volatile boolean mpiInitialized;

  private volatile boolean mpiFinalized;

  /**
   * Makes the view of one container.
   *
   * @param groups tell the slot's own threads
   * @param watch tells which threads of the JVM's own group came with the container
   * @param loader the container's class loader
   * @param framework the loader of the framework's classes
   * @param heapMb the heap it has asked for, MiB
   */
  ContainerProcess(
      SlotThreads groups,
      ContainerThreadWatch watch,
      ClassLoader loader,
      ClassLoader framework,
      int heapMb) {
    this.groups = groups;
    this.watch = watch;
    this.loader = loader;
    this.framework = framework;
    this.maxMemory = heapMb * MIB;
  }

  /** Between containers: a thread that calls exit() then should be gone, and unwinds. */
  public static ContainerProcess none(SlotThreads groups) {
    ContainerProcess process =
        new ContainerProcess(groups, new ContainerThreadWatch(groups), null, null, 0);
    process.unwind();
    return process;
  }

  @Override
  public boolean isContainerThread() {
    return belongsToContainer(Thread.currentThread());
  }

  /**
   * Whether a thread belongs to the container. In the JVM's own group those do that it has brought
   * about: callbacks of {@link Process#onExit()} run in one that the JDK's reaper has started.
   */
  boolean belongsToContainer(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    if (group == groups.system()) {
      return watch.belongsToContainer(thread);
    }
    return group != null && group != groups.slot() && group != groups.framework();
  }

  @Override
  public boolean isExitOfContainer() {
    Thread thread = Thread.currentThread();
    return belongsToContainer(thread)
        || (thread.getThreadGroup() == groups.system() && CallingLoaders.containsContainers());
  }

  /**
   * Of the JVM's own threads only those end the container that run its code; what an earlier one
   * has left to them is unwound.
   */
  @Override
  public void exit(int status, boolean halt) {
    if (!belongsToContainer(Thread.currentThread()) && !CallingLoaders.contain(loader)) {
      throw new ExitUnwind();
    }
    end(new ContainerEnd(status, !halt, ""));
    boolean waiting = true;
    while (waiting) {
      try {
        unwinding.await();
        waiting = false;
      } catch (InterruptedException e) {
        // A real exit() cannot be interrupted; the flag is of no use to a thread that is unwound.
        waiting = true;
      }
    }
    throw new ExitUnwind();
  }

  /** Ends the container as SIGKILL does; returns at once. */
  public void kill() {
    end(new ContainerEnd(ContainerSignal.KILL.exitStatus(), false, ""));
  }

  /** Asks the container to end; returns at once. */
  void end(ContainerEnd request) {
    if (!exit.compareAndSet(null, request) && !request.orderly()) {
      exit.updateAndGet(first -> first.orderly() ? request : first);
    }
    if (!request.orderly()) {
      halted.countDown();
    }
    ended.countDown();
    entered.countDown();
  }

  /** The main thread calls main(). */
  void enter() {
    entered.countDown();
  }

  /** Counted down when main() is called, or the container is over. */
  CountDownLatch entered() {
    return entered;
  }

  /** How the container ended, or null while nobody has asked for its end. */
  public ContainerEnd exit() {
    return exit.get();
  }

  CountDownLatch ended() {
    return ended;
  }

  /** Counted down when no more hooks may run. */
  CountDownLatch halted() {
    return halted;
  }

  /** From now on threads that wait in exit(), or call it, are unwound. */
  public void unwind() {
    unwinding.countDown();
  }

  @Override
  public long maxMemory() {
    return maxMemory;
  }

  @Override
  public long startedMs() {
    return startedMs;
  }

  @Override
  public ClassLoader systemClassLoader() {
    return loader;
  }

  @Override
  public ClassLoader answering(ClassLoader asked) {
    return asked == framework && loader != null && isContainerThread() ? loader : asked;
  }

  @Override
  public void mpiInitialized(boolean value) {
    if (value) {
      mpiInitialized = true;
    } else {
      mpiFinalized = true;
    }
  }

  @Override
  public boolean isMpiInitialized() {
    return mpiInitialized;
  }

  @Override
  public boolean isMpiFinalized() {
    return mpiFinalized;
  }

  /** Whose code the calling thread runs, by the loaders of the classes on its stack. */
  private static final class CallingLoaders {
    private static final StackWalker STACK =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private CallingLoaders() {}

    /** Whether code of this loader, or of one below it, is on the stack. */
    static boolean contain(ClassLoader loader) {
      return loader != null && any(each -> each == loader);
    }

    /** Whether code of any container is on the stack. */
    static boolean containsContainers() {
      return any(ContainerLoader.class::isInstance);
    }

    private static boolean any(Predicate<ClassLoader> wanted) {
      return STACK.walk(
          frames -> frames.anyMatch(frame -> isBelow(frame.getDeclaringClass(), wanted)));
    }

    private static boolean isBelow(Class<?> type, Predicate<ClassLoader> wanted) {
      for (ClassLoader at = type.getClassLoader(); at != null; at = at.getParent()) {
        if (wanted.test(at)) {
          return true;
        }
      }
      return false;
    }
  }
}
