/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The seam between rewritten methods and the slot. Without an installed {@link VirtualProcess}
 * every method behaves as if nothing had been rewritten.
 */
public final class SlotHooks {
  /** What a slot does for the container that runs in it. */
  public interface VirtualProcess {
    /** Whether the calling thread belongs to the running container. */
    boolean isContainerThread();

    /**
     * Whether an exit in the calling thread is one of a container, not of the slot: its own
     * threads, and those of the JVM that run code of containers (finalizers, actions of Cleaners).
     */
    boolean isExitOfContainer();

    /**
     * The container wants its process to end. Does not return normally.
     *
     * @param status exit status as given
     * @param halt true for {@link Runtime#halt}: no shutdown hooks
     */
    void exit(int status, boolean halt);

    /** What {@link Runtime#maxMemory()} says in the container: the heap it asked for, bytes. */
    long maxMemory();

    /** When the container began, milliseconds since the epoch. */
    long startedMs();

    /** What the container would get from {@link ClassLoader#getSystemClassLoader()}. */
    ClassLoader systemClassLoader();

    /**
     * The loader that answers in place of another one in the calling thread: see {@link
     * OneClassPath}.
     */
    ClassLoader answering(ClassLoader loader);

    /** MPI_Init or MPI_Finalize by the container: a flag of its own, the real MPI stays up. */
    void mpiInitialized(boolean value);

    /** Whether the container has called MPI_Init. */
    boolean isMpiInitialized();

    /** Whether the container has called MPI_Finalize. */
    boolean isMpiFinalized();
  }

  /** The container that runs, or what stands for none; volatile so that all threads see it. */
  private static volatile VirtualProcess process;

  private static final class Nothing implements Predicate<Thread> {
    @Override
    public boolean test(Thread started) {
      return false;
    }
  }

  /** Volatile for all threads. */
  private static volatile Condemned condemned = Condemned.NONE;

  private static final WeakObjects OPENED = new WeakObjects();
  private static final WeakObjects ARCHIVES = new WeakObjects();
  private static final WeakObjects TIMERS = new WeakObjects();
  private static final WeakObjects DELAYED = new WeakObjects();
  private static final WeakObjects VIRTUAL = new WeakObjects();
  private static final Queue<ForeignLoad> FOREIGN = new ConcurrentLinkedQueue<>();
  private static final StackWalker CALLER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** Classes of what keeps its descriptors when the last user has closed it. */
  private static final Set<String> NEVER_CLOSED =
      Set.of(
          "sun.nio.ch.SocketChannelImpl",
          "sun.nio.ch.ServerSocketChannelImpl",
          "sun.nio.ch.SourceChannelImpl",
          "sun.nio.ch.SinkChannelImpl",
          "sun.nio.ch.EPollSelectorImpl",
          "sun.nio.fs.UnixSecureDirectoryStream");

  private static final InClassPath IN_CLASS_PATH = new InClassPath();

  private SlotHooks() {}

  /**
   * Makes the hooks act.
   *
   * @param newProcess the slot's view, or null to switch them off
   */
  public static void install(VirtualProcess newProcess) {
    process = newProcess;
  }

  static VirtualProcess process() {
    return process;
  }

  /** Whether the calling thread belongs to the running container. */
  public static boolean inContainer() {
    VirtualProcess p = process;
    return p != null && p.isContainerThread();
  }

  /** At the head of {@link Runtime#exit}: ends the container instead of the JVM. */
  public static void beforeExit(int status) {
    VirtualProcess p = process;
    if (p != null && p.isExitOfContainer()) {
      p.exit(status, false);
    }
  }

  /** At the head of {@link Runtime#halt}. */
  public static void beforeHalt(int status) {
    VirtualProcess p = process;
    if (p != null && p.isExitOfContainer()) {
      p.exit(status, true);
    }
  }

  /**
   * Threads of a container that is over, which interrupts have not ended.
   *
   * @param atInterrupts whether an interrupt that ends a wait unwinds them
   * @param atStart which threads they must not start
   */
  private record Condemned(Set<Thread> threads, boolean atInterrupts, Predicate<Thread> atStart) {
    /** Without a lambda expression: to make one, the JDK calls methods that call this class. */
    static final Condemned NONE = new Condemned(Set.of(), false, new Nothing());

    /** By identity: a thread's class may say what is equal to it. */
    static Condemned of(List<Thread> threads, boolean atInterrupts, Predicate<Thread> atStart) {
      Set<Thread> byIdentity = Collections.newSetFromMap(new IdentityHashMap<>());
      byIdentity.addAll(threads);
      return new Condemned(byIdentity, atInterrupts, atStart);
    }

    boolean hasCurrent() {
      return !threads.isEmpty() && threads.contains(Thread.currentThread());
    }
  }

  /**
   * From now on these threads are unwound when they begin to wait for a selector, a condition or a
   * CompletableFuture, and when a thread pool rejects a task of theirs: many loops of servers and
   * of timers go on after an interrupt and after any exception.
   *
   * @param atInterrupts also when an interrupt ends any other wait; some loops end at an interrupt
   *     and at nothing else
   * @param atStart also when they start such a thread; some timers go on in a new one. The JDK and
   *     the framework start others, and count on them.
   * @param threads of a container that is over
   */
  public static void condemn(
      boolean atInterrupts, Predicate<Thread> atStart, List<Thread> threads) {
    condemned = Condemned.of(threads, atInterrupts, atStart);
  }

  /** From now on no thread is unwound. */
  public static void condemnNone() {
    condemned = Condemned.NONE;
  }

  /** At the head of methods, before they have changed anything. */
  public static void unwindCondemned() {
    if (condemned.hasCurrent()) {
      unwind();
    }
  }

  /** In the constructors of {@link InterruptedException}. */
  public static void unwindInterrupted() {
    Condemned now = condemned;
    if (now.atInterrupts() && now.hasCurrent()) {
      unwind();
    }
  }

  /** At the head of {@link Thread#start}. */
  public static void unwindStarter(Thread started) {
    Condemned now = condemned;
    if (now.hasCurrent() && now.atStart().test(started)) {
      unwind();
    }
  }

  /** At the head of {@code VirtualThread.start}, from JDK 21 on. */
  public static void beforeVirtualStart(Thread started) {
    unwindStarter(started);
    if (process != null) {
      VIRTUAL.add(started);
    }
  }

  /** The virtual threads that were started since there have been containers. */
  public static WeakObjects virtualThreads() {
    return VIRTUAL;
  }

  /** The container has its status already. */
  private static void unwind() {
    VirtualProcess p = process;
    if (p != null && !initialises()) {
      p.exit(0, false);
    }
  }

  /** Whether the thread initialises a class: one that fails at that can never be used again. */
  private static boolean initialises() {
    for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
      if (frame.getMethodName().equals("<clinit>")) {
        return true;
      }
    }
    return false;
  }

  /** At the end of constructors: a file, socket, channel or selector has been opened. */
  public static void opened(Object resource) {
    if (inContainer()) {
      if (NEVER_CLOSED.contains(resource.getClass().getName())) {
        OPENED.hold(resource);
      } else {
        OPENED.add(resource);
      }
    }
  }

  /** At the head of methods that close what {@link #opened} may know. */
  public static void closed(Object resource) {
    if (process != null && NEVER_CLOSED.contains(resource.getClass().getName())) {
      OPENED.forget(resource);
    }
  }

  /** What threads of containers have opened since it was last taken. */
  public static WeakObjects opened() {
    return OPENED;
  }

  /** Whether a class path of the JDK has opened an archive: it closes that itself. */
  private static final class InClassPath
      implements Function<Stream<StackWalker.StackFrame>, Boolean>,
          Predicate<StackWalker.StackFrame> {
    private static final String CLASS_PATH = "jdk.internal.loader.URLClassPath";

    /** From the constructor to the class path, by way of a URL at most. */
    private static final int DEPTH = 16;

    @Override
    public Boolean apply(Stream<StackWalker.StackFrame> frames) {
      return frames.limit(DEPTH).anyMatch(this);
    }

    @Override
    public boolean test(StackWalker.StackFrame frame) {
      return frame.getClassName().startsWith(CLASS_PATH);
    }
  }

  /**
   * At the end of the constructor of {@link java.util.zip.ZipFile}. A class path of the slot or of
   * its framework may have opened it in a thread of the container, and needs it for ever.
   */
  public static void openedArchive(Object archive) {
    if (inContainer() && !CALLER.walk(IN_CLASS_PATH)) {
      ARCHIVES.add(archive);
    }
  }

  /** At the end of a constructor: a class path that a class loader opens archives with. */
  public static void openedClassPath(Object classPath) {
    if (inContainer()) {
      ARCHIVES.add(classPath);
    }
  }

  /** The archives and class paths that threads of containers have opened since last taken. */
  public static WeakObjects archives() {
    return ARCHIVES;
  }

  /** At the end of a constructor: the thread of a {@link java.util.Timer}. */
  public static void timer(Thread thread) {
    if (inContainer()) {
      TIMERS.add(thread);
    }
  }

  /** The threads of timers that containers have made since they were last taken. */
  public static WeakObjects timers() {
    return TIMERS;
  }

  /**
   * At the end of a constructor: a task for a ForkJoinPool to run when a delay is over. The code
   * that makes it: a worker of the common pool, which is nobody's, runs code of containers.
   */
  public static void delayed(Object task) {
    if (process != null) {
      DELAYED.add(task);
    }
  }

  /** What has been delayed since it was last taken; empty before JDK 25. */
  public static WeakObjects delayed() {
    return DELAYED;
  }

  /**
   * An attempt to load a native library by the foreign function API.
   *
   * @param libraries what the JDK notes it in as long as it is loaded
   * @param caller the class that asks for it: the first on the stack of another loader than the
   *     JDK's
   */
  public record ForeignLoad(Object libraries, Class<?> caller) {}

  /** At the head of {@code RawNativeLibraries.load}, from JDK 22 on. */
  public static void beforeForeignLoad(Object libraries) {
    if (inContainer()) {
      CALLER
          .walk(
              frames ->
                  frames
                      .<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                      .filter(type -> type != SlotHooks.class && type.getClassLoader() != null)
                      .findFirst())
          .ifPresent(caller -> FOREIGN.add(new ForeignLoad(libraries, caller)));
    }
  }

  /** What containers have loaded since this was last asked. */
  public static List<ForeignLoad> takeForeignLoads() {
    List<ForeignLoad> taken = new ArrayList<>();
    for (ForeignLoad load = FOREIGN.poll(); load != null; load = FOREIGN.poll()) {
      taken.add(load);
    }
    return taken;
  }

  /**
   * At the head of {@code System.setSecurityManager}: as on JDK 24 and later, it cannot be done.
   *
   * @throws UnsupportedOperationException when a container tries
   */
  public static void beforeSecurityManager() {
    VirtualProcess p = process;
    if (p != null && p.isContainerThread()) {
      throw new UnsupportedOperationException(
          "a container in a slot cannot set a security manager; HPC_REUSE_MODE=fork in its"
              + " environment gives it a process of its own");
    }
  }

  /** In place of {@link Runtime#maxMemory()} in framework and container classes. */
  public static long maxMemory(Runtime runtime) {
    VirtualProcess p = process;
    return p != null && p.isContainerThread() ? p.maxMemory() : runtime.maxMemory();
  }

  /**
   * In place of {@link Runtime#totalMemory()} there. The slot's heap may be larger than the
   * container's, and so full of garbage; all figures are in proportion, or programs would believe
   * that their heap is full.
   */
  public static long totalMemory(Runtime runtime) {
    return scaled(runtime.totalMemory(), maxMemory(runtime), runtime.maxMemory());
  }

  /** In place of {@link Runtime#freeMemory()} there. */
  public static long freeMemory(Runtime runtime) {
    return scaled(runtime.freeMemory(), maxMemory(runtime), runtime.maxMemory());
  }

  private static long scaled(long bytes, long max, long slotsMax) {
    return max >= slotsMax ? bytes : (long) ((double) bytes / slotsMax * max);
  }

  /** At the end of {@code getHeapMemoryUsage} of the JVM's bean: in the same proportion. */
  public static MemoryUsage heapUsage(MemoryUsage usage) {
    VirtualProcess p = process;
    if (p == null || !p.isContainerThread()) {
      return usage;
    }
    long max = p.maxMemory();
    long slotsMax = usage.getMax();
    return new MemoryUsage(
        scaled(usage.getInit(), max, slotsMax),
        scaled(usage.getUsed(), max, slotsMax),
        scaled(usage.getCommitted(), max, slotsMax),
        max);
  }

  /** At the end of {@code getStartTime} of the JVM's bean, milliseconds since the epoch. */
  public static long startTime(long ofJvm) {
    VirtualProcess p = process;
    return p != null && p.isContainerThread() ? p.startedMs() : ofJvm;
  }

  /** At the end of {@code getUptime} of the JVM's bean, milliseconds. */
  public static long uptime(long ofJvm) {
    VirtualProcess p = process;
    return p != null && p.isContainerThread()
        ? Math.max(0, System.currentTimeMillis() - p.startedMs())
        : ofJvm;
  }

  /** At the head of {@link ClassLoader#getSystemClassLoader()}: the container's, or null. */
  public static ClassLoader systemClassLoader() {
    VirtualProcess p = process;
    return p != null && p.isContainerThread() ? p.systemClassLoader() : null;
  }

  /** At the head of MPI.Init and MPI.InitThread: true when MPI is up already for a container. */
  public static boolean beforeMpiInit() {
    VirtualProcess p = process;
    if (p == null || !p.isContainerThread()) {
      return false;
    }
    p.mpiInitialized(true);
    return true;
  }

  /** At MPI.Finalize: true when the container must not end MPI. */
  public static boolean beforeMpiFinalize() {
    VirtualProcess p = process;
    if (p == null || !p.isContainerThread()) {
      return false;
    }
    p.mpiInitialized(false);
    return true;
  }

  /** At the head of MPI.isInitialized: −1 for the real answer, else 0 or 1. */
  public static int mpiInitialized() {
    VirtualProcess p = process;
    if (p == null || !p.isContainerThread()) {
      return -1;
    }
    return p.isMpiInitialized() ? 1 : 0;
  }

  /** At the head of MPI.isFinalized: −1 for the real answer, else 0 or 1. */
  public static int mpiFinalized() {
    VirtualProcess p = process;
    if (p == null || !p.isContainerThread()) {
      return -1;
    }
    return p.isMpiFinalized() ? 1 : 0;
  }

  /** At the head of Comm.abort: ends the container, not the pool. */
  public static void beforeMpiAbort(int errorCode) {
    beforeHalt(errorCode);
  }
}
