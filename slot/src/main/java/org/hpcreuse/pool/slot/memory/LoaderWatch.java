/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.classloader.IndexedLoader;
import org.hpcreuse.cleanup.jvm.threads.CleanerThreads;
import org.hpcreuse.cleanup.state.BoundedCall;

/**
 * Holds one weak reference per container loader and counts those that full collections have left
 * alive. Used by the runner thread only.
 */
public final class LoaderWatch {
  /** How long finalizers may take. */
  private static final Duration BOUND = Duration.ofSeconds(1);

  /** How long native libraries and Cleaners may take to go, once for each that stays. */
  private static final Duration UNLOAD_BOUND = Duration.ofSeconds(3);

  /** How many times as many loaders may wait while the manager sees no moment for a collection. */
  private static final int OVERDUE = 4;

  /** Between two collections of those that wait for that. */
  private static final Duration ROUND = Duration.ofMillis(200);

  private static final long POLL_NANOS = 200_000;

  /**
   * How long an audit waits for threads that hold a loader and are about to end: one that has left
   * its code holds its context class loader until the machine lets it run to its end.
   */
  private static final Duration ENDING = Duration.ofSeconds(5);

  /**
   * How long a release waits for the compiler, which may hold a native library's loader. Less than
   * the pool manager waits for the release.
   */
  private static final Duration COMPILATION_IN_RELEASE = Duration.ofSeconds(10);

  /** Between two collections while the compiler is at work. */
  private static final Duration SLOW_ROUND = Duration.ofSeconds(1);

  /** How long an audit waits for the compiler. The longest compilation seen took 5 s. */
  private static final Duration COMPILATION = Duration.ofSeconds(30);

  private final int collectEvery;
  private final int lastingAfter;
  private final CompilerThreads compiler;
  private final List<Released> released = new ArrayList<>();
  private int sinceCollection;

  /** What a collection has not taken away. */
  private Set<String> staying = Set.of();

  /** A loader, and how many full collections it has outlived since its container was over. */
  private static final class Released {
    private final WeakReference<ClassLoader> loader;
    private int outlived;

    Released(ClassLoader loader) {
      this.loader = new WeakReference<>(loader);
    }

    boolean isGone() {
      return loader.get() == null;
    }
  }

  /**
   * @param collectEvery containers between two full collections of a busy slot
   * @param lastingAfter full collections after which a loader that lives counts as leaked
   * @param compiler may hold loaders for a while
   */
  public LoaderWatch(int collectEvery, int lastingAfter, CompilerThreads compiler) {
    this.collectEvery = collectEvery;
    this.lastingAfter = lastingAfter;
    this.compiler = compiler;
  }

  /** A container's loader should now be unreachable. */
  private void released(ClassLoader loader) {
    released.add(new Released(loader));
    sinceCollection++;
  }

  /** Closes a loader of a container or a framework. */
  public void close(IndexedLoader loader) throws IOException {
    loader.letGo();
    released(loader);
  }

  /** A container is over whose loader the next one uses. */
  public void kept() {
    sinceCollection++;
  }

  /** Whether so many loaders wait for a collection that it should be made soon. */
  public boolean isDue() {
    return sinceCollection >= collectEvery;
  }

  /** Whether so many wait that the slot must not take another container before a collection. */
  public boolean isOverdue() {
    return sinceCollection >= OVERDUE * collectEvery;
  }

  /** Whether a container has run since the last collection. */
  public boolean isWanted() {
    return sinceCollection > 0;
  }

  /**
   * Collects garbage, which also gives heap back. A loader may need two collections: objects with a
   * finalizer hold it in the first, and so does a thread of the release that is just ending.
   */
  public void collect() {
    System.gc();
    runFinalizers();
    if (released.stream().anyMatch(loader -> loader.outlived == 0 && !loader.isGone())) {
      System.gc();
    }
    sinceCollection = 0;
    released.removeIf(Released::isGone);
    released.forEach(loader -> loader.outlived++);
  }

  /**
   * Collects garbage until no container has left anything, or what is left is held for good. For
   * audits: takes half a second, and longer while a loader is held.
   *
   * @param stay loaders that stay: the framework's, and those that wait for their next container
   */
  public void collectAll(List<ClassLoader> stay) {
    // Twice: what the first one has found to be finalised is handed over in the background.
    collect();
    collect();
    long start = System.nanoTime();
    Duration bound = ENDING;
    while (System.nanoTime() - start < bound.toNanos() && isLeft(stay)) {
      LockSupport.parkNanos(ROUND.toNanos());
      bound = compiler.areAtWork() ? COMPILATION : ENDING;
      System.gc();
      runFinalizers();
      released.removeIf(Released::isGone);
    }
  }

  private boolean isLeft(List<ClassLoader> stay) {
    return live() > 0 || !CollectableResidue.now(stay).isEmpty();
  }

  /**
   * Collects garbage when a container has left what only a collection takes away, and waits, within
   * a bound, until that is gone.
   *
   * @param stay loaders that stay: the framework's, and those that wait for their next container
   * @return the reasons for which it has collected, gone or not; empty when there was none
   */
  public Set<String> collectIfNeeded(List<ClassLoader> stay) {
    Set<String> reasons = CollectableResidue.now(stay);
    reasons.removeAll(staying);
    if (reasons.isEmpty()) {
      return reasons;
    }
    collect();
    staying = awaitCollected(stay);
    released.removeIf(Released::isGone);
    return reasons;
  }

  /**
   * A thread that held a loader in the last collection may have ended since, and a compiler may
   * have let go of its classes: there are more collections.
   */
  private Set<String> awaitCollected(List<ClassLoader> stay) {
    long start = System.nanoTime();
    long again = start + ROUND.toNanos();
    Duration bound = UNLOAD_BOUND;
    Set<String> left = CollectableResidue.now(stay);
    while (!staying.containsAll(left) && System.nanoTime() - start < bound.toNanos()) {
      LockSupport.parkNanos(POLL_NANOS);
      if (System.nanoTime() - again > 0) {
        System.gc();
        boolean compiles = compiler.areAtWork();
        bound = compiles ? COMPILATION_IN_RELEASE : UNLOAD_BOUND;
        boolean isSlow = compiles && System.nanoTime() - start > UNLOAD_BOUND.toNanos();
        again = System.nanoTime() + (isSlow ? SLOW_ROUND : ROUND).toNanos();
      }
      left = CollectableResidue.now(stay);
    }
    return left;
  }

  /** What a container's finalizers do is better done now than while the next container runs. */
  private static void runFinalizers() {
    try {
      BoundedCall.run(
          "finalizers",
          LoaderWatch.class.getClassLoader(),
          BOUND.toNanos(),
          () -> {
            System.runFinalization();
            return null;
          });
    } catch (TimeoutException e) {
      // One that blocks keeps the JVM's finalizer thread as well, in a forked JVM as here.
      return;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Loaders that outlived the last collection though their containers were over. */
  public int live() {
    return (int) released.stream().filter(loader -> loader.outlived > 0).count();
  }

  /** Those that have outlived so many that they count as leaked. */
  int lasting() {
    return (int) released.stream().filter(loader -> loader.outlived >= lastingAfter).count();
  }

  /**
   * What only a full collection takes away and the next container would notice: native libraries,
   * that no other loader can load until then, and the threads of Cleaners, that may still act.
   */
  private static final class CollectableResidue {
    private CollectableResidue() {}

    /**
     * Files of libraries and names of threads that are there now.
     *
     * @param stay loaders whose libraries stay
     */
    static Set<String> now(List<ClassLoader> stay) {
      Set<String> found = NativeLibraryResidue.ofContainers(stay);
      found.addAll(CleanerThreads.names());
      return found;
    }
  }
}
