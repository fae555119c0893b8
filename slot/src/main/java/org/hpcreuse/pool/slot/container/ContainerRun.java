/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.initializer.ReadOnceState;
import org.hpcreuse.pool.slot.extension.ContainerLoaders;
import org.hpcreuse.pool.slot.process.ContainerThreadWatch;
import org.hpcreuse.pool.slot.process.LastUserThread;
import org.hpcreuse.pool.slot.process.SlotThreads;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.program.JvmRequest.OutOfMemory;
import org.hpcreuse.protocol.wire.LaunchSpec;

/**
 * One container from its class path to its end: class loader, main(), wait.
 *
 * <p>It is over when exit() was called or a signal came, or main() has returned and no thread but
 * daemons is left. Its own code runs in threads of {@link #group}, its shutdown hooks as well; the
 * caller is the slot's runner thread and runs none of it.
 */
public final class ContainerRun {
  private static final int FAILED = 1;

  /** Between two looks whether a halt has overtaken work that the caller waits for. */
  private static final long HALT_LOOK_MS = 50;

  private final LaunchSpec spec;
  private final JavaProgram program;
  private final ThreadGroup group;
  private final SlotThreads slotThreads;
  private final ContainerLoader loader;
  private final ContainerProcess process;
  private final ContainerThreadWatch threads;

  /** Why the container loads the framework by itself; empty when it uses the slot's. */
  private String ownFramework = "";

  private final ContainerClassPath classPath;

  /** Written by the main thread, read by the runner. */
  private volatile boolean mainFailed;

  /** Written by the main thread, read by the runner; 0 until main() is about to be called. */
  private volatile long enteredAtMs;

  /** Written and read by the runner alone. */
  private LastUserThread lastThread;

  /**
   * Gets the container its class loader.
   *
   * @param program the decoded program of the spec
   * @param entries its class path
   * @param reads finds a property that the framework's classes have read with another value
   * @param isShared whether the framework serves other containers after this one
   * @param loaders supplies the loader, and takes it back with {@link ContainerLoaders#done}
   * @throws DeclinedException when the container's class path is too long to be followed
   */
  public ContainerRun(
      LaunchSpec spec,
      JavaProgram program,
      List<Path> entries,
      FrameworkLoader framework,
      Function<Map<String, String>, Optional<String>> reads,
      boolean isShared,
      ContainerLoaders loaders,
      SlotThreads slotThreads)
      throws IOException, DeclinedException {
    this.spec = spec;
    this.program = program;
    ContainerClassPath classPath = new ContainerClassPath(entries, framework);
    if (classPath.conflict().isPresent()) {
      ownFramework = classPath.conflict().get().detail();
      classPath = classPath.alone();
    } else if (isShared && classPath.seesFramework() && program.jvm().asksForAccess()) {
      ownFramework = "packages of the JDK that are opened to it would stay open to a shared one";
      classPath = classPath.alone();
    } else if (classPath.seesFramework()) {
      Optional<String> read = reads.apply(program.systemProperties());
      if (read.isPresent()) {
        ownFramework = "classes of a shared one have read another value of " + read.get();
        classPath = classPath.alone();
      }
    }
    if (classPath.conflict().isPresent()) {
      throw new DeclinedException(FallbackReason.CLASS_PATH, classPath.conflict().get().detail());
    }
    ContainerLoader made = loaders.loader(spec, classPath, program.jvm());
    Optional<String> missed =
        classPath.seesFramework() ? made.firstHeld(framework.missed()) : Optional.empty();
    if (missed.isPresent()) {
      loaders.done(made, "");
      ownFramework = "classes of a shared one were linked without " + missed.get();
      classPath = classPath.alone();
      made = loaders.loader(spec, classPath, program.jvm());
    }
    this.classPath = classPath;
    loader = made;
    this.slotThreads = slotThreads;
    group = slotThreads.containers();
    threads = new ContainerThreadWatch(slotThreads);
    process = new ContainerProcess(slotThreads, threads, loader, framework, spec.heapMb());
  }

  public LaunchSpec spec() {
    return spec;
  }

  /** Whether it is the program of a user's command, and no container of YARN. */
  public boolean isClient() {
    return program.client().isPresent();
  }

  /** Whether the container uses classes of the slot's framework. */
  public boolean seesFramework() {
    return classPath.seesFramework();
  }

  /** Why the container loads the framework by itself; empty when it uses the slot's. */
  public String ownFramework() {
    return ownFramework;
  }

  public ContainerLoader loader() {
    return loader;
  }

  /** What happens to it when the JVM runs out of memory. */
  public OutOfMemory onOutOfMemory() {
    return program.jvm().outOfMemory();
  }

  public ContainerProcess process() {
    return process;
  }

  public ContainerThreadWatch threads() {
    return threads;
  }

  /**
   * Starts the container's main thread and returns when it calls main(), or the container is over
   * before that. The wait is as long as {@code before} takes.
   *
   * @param before run in the main thread first
   * @return when main() was called, milliseconds since the epoch; now when it was not
   */
  public long start(Runnable before) throws InterruptedException {
    SlotHooks.install(process);
    Thread main =
        new Thread(
            group,
            () -> {
              try {
                before.run();
                ReadOnceState.forget(); // what was done for the container is not done by it
                main();
              } catch (Throwable e) {
                uncaught(e);
              }
            },
            "main",
            0,
            false); // a first thread inherits no locals
    main.setDaemon(
        false); // else it would inherit from the slot's thread, and all of its own from it
    main.setContextClassLoader(loader);
    lastThread =
        LastUserThread.start(
            main,
            slotThreads,
            threads,
            () -> process.end(new ContainerEnd(mainFailed ? FAILED : 0, true, "")));
    process.entered().await();
    return enteredAtMs == 0 ? System.currentTimeMillis() : enteredAtMs;
  }

  /**
   * Returns when the container is over, before its threads are ended. The wait is as long as the
   * container lives.
   */
  public void awaitEnd() throws InterruptedException {
    process.ended().await();
    lastThread.stop();
  }

  private void main() throws Throwable {
    Method method;
    try {
      method = Class.forName(program.mainClass(), false, loader).getMethod("main", String[].class);
    } catch (ClassNotFoundException e) {
      mainFailed("Could not find or load main class " + program.mainClass() + "\nCaused by: " + e);
      return;
    } catch (NoSuchMethodException e) {
      mainFailed("Main method not found in class " + program.mainClass());
      return;
    }
    if (!Modifier.isStatic(method.getModifiers()) || method.getReturnType() != void.class) {
      mainFailed("Main method is not static and void in class " + program.mainClass());
      return;
    }
    method.setAccessible(true);
    enteredAtMs = System.currentTimeMillis();
    process.enter();
    try {
      // As the launcher of Java does it, also when a superclass has the method.
      Class.forName(program.mainClass(), true, loader);
      method.invoke(null, (Object) program.arguments().toArray(new String[0]));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** What the java launcher says and does. */
  private void mainFailed(String why) {
    System.err.println("Error: " + why);
    mainFailed = true;
  }

  /** As the JVM does at the end of a thread, which is not the end of this one's frames. */
  private void uncaught(Throwable thrown) {
    if (thrown instanceof ExitUnwind) {
      return;
    }
    mainFailed = true;
    cutFrames(thrown);
    Thread self = Thread.currentThread();
    self.getUncaughtExceptionHandler().uncaughtException(self, thrown);
  }

  /** A stack trace ends with main(), as in a JVM of its own. */
  private static void cutFrames(Throwable thrown) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable next = thrown; next != null && seen.add(next); next = next.getCause()) {
      StackTraceElement[] frames = next.getStackTrace();
      int end = frames.length;
      for (int i = 0; i < frames.length; i++) {
        if (frames[i].getClassName().equals(ContainerRun.class.getName())) {
          end = i;
          break;
        }
      }
      boolean found = end < frames.length;
      while (found && end > 0 && callsMain(frames[end - 1].getClassName())) {
        end--;
      }
      if (found) {
        next.setStackTrace(Arrays.copyOf(frames, end));
      }
    }
  }

  /** Whether frames of a class are between this one's and those of the program. */
  private static boolean callsMain(String className) {
    return className.contains(".reflect.")
        || className.equals(Class.class.getName())
        || className.startsWith(SlotHooks.class.getPackageName() + ".");
  }

  /**
   * Runs something in a thread of the container and waits for it, until a halt or the bound.
   *
   * @return whether it was done in time
   */
  public boolean runInContainer(String name, Runnable work, Duration bound)
      throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    Thread thread =
        new Thread(
            group,
            () -> {
              try {
                work.run();
              } finally {
                done.countDown();
              }
            },
            name);
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
    long deadline = System.nanoTime() + bound.toNanos();
    while (done.getCount() > 0 && process.halted().getCount() > 0) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      done.await(Math.min(left, TimeUnit.MILLISECONDS.toNanos(HALT_LOOK_MS)), TimeUnit.NANOSECONDS);
    }
    return done.getCount() == 0;
  }
}
