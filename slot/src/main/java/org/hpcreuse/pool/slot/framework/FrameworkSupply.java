/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.hpcreuse.classloader.ClassImage;
import org.hpcreuse.classloader.IndexedLoader;
import org.hpcreuse.classloader.SharedApiLoader;
import org.hpcreuse.cleanup.JvmBaseline;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.boot.ClassHooks;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.hadoop.LoadedFiles;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.pool.slot.process.ContainerThreadWatch;
import org.hpcreuse.pool.slot.process.OneShotThread;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.pool.slot.process.SlotThreads;

/**
 * The framework of the slot's next container: loaded when the slot starts and, where isolation asks
 * for it, again after each container. Framework classes are initialised in threads that end, so
 * that no thread local of theirs stays. Changed by one thread at a time; any may ask for {@link
 * #current}.
 */
public final class FrameworkSupply {
  /** Loading takes seconds; this is for a machine that is lost in its own load. */
  private static final Duration LOAD_BOUND = Duration.ofMinutes(2);

  /** Warming up stops by itself when there is work. */
  private static final Duration WARM_UP_BOUND = Duration.ofMinutes(10);

  private final FrameworkClassPath classPath;
  private final List<String> learned;
  private final Optional<ClassImage> image;
  private final SlotThreads threads;
  private final SlotLog log;
  private final SharedApiLoader parent =
      new SharedApiLoader(FrameworkSupply.class.getClassLoader());
  private final JvmBaseline bare;
  private final ContainerThreadWatch sinceBare;
  private volatile Framework current;

  private FrameworkSupply(
      FrameworkClassPath classPath,
      List<String> learned,
      Optional<ClassImage> image,
      SlotThreads threads,
      SlotLog log) {
    this.classPath = classPath;
    this.learned = List.copyOf(learned);
    this.image = image;
    this.threads = threads;
    this.log = log;
    bare = JvmBaseline.capture();
    sinceBare = new ContainerThreadWatch(threads);
  }

  /**
   * Loads the first one.
   *
   * @param classPath where its classes are
   * @param learned names of classes to initialise while idle, beyond those that come with the slot
   * @param image its classes as the agents leave them
   * @throws IOException when it cannot be loaded in time
   */
  public static FrameworkSupply open(
      FrameworkClassPath classPath,
      List<String> learned,
      Optional<ClassImage> image,
      SlotThreads threads,
      SlotLog log)
      throws IOException, InterruptedException {
    FrameworkSupply supply = new FrameworkSupply(classPath, learned, image, threads, log);
    Agent.leave(IndexedLoader::isFromImage);
    LoadedFiles.leave(IndexedLoader::isFromImage);
    shareServices(supply.parent);
    supply.load();
    return supply;
  }

  /**
   * Lets the loaders of framework and containers find the services of those modules of the JDK that
   * its application loader defines, such as the compiler's.
   */
  private static void shareServices(SharedApiLoader loader) {
    try {
      Object catalog =
          ReflectiveAccess.ofClass(Class.forName("jdk.internal.module.ServicesCatalog"))
              .call("getServicesCatalog", new Class<?>[] {ClassLoader.class}, loader);
      for (Module module : SharedApiLoader.modules().toList()) {
        ReflectiveAccess.of(catalog).call("register", new Class<?>[] {Module.class}, module);
      }
    } catch (Exception e) {
      throw new IllegalStateException("this JDK does not tell its services", e);
    }
  }

  /** Where the framework's classes are. */
  public FrameworkClassPath classPath() {
    return classPath;
  }

  /** The framework the slot has now. */
  public Framework current() {
    return current;
  }

  /** Initialises more of its classes for as long as {@code idle}. */
  public void warmUp(BooleanSupplier idle) throws InterruptedException {
    Framework framework = current;
    if (framework.preload().isDone() || !idle.getAsBoolean()) {
      return;
    }
    try {
      oneShotThread("slot-warm-up")
          .run(
              () -> {
                framework
                    .baseline()
                    .adopt(framework.classes(), () -> framework.preload().whileIdle(idle));
                return null;
              },
              WARM_UP_BOUND);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("framework classes are not warmed up", e);
    }
  }

  /**
   * Drops the framework with its threads and all that it has put into the JVM, and loads it again.
   *
   * @param loaders hears of the loader that should now be collected
   * @param bound how long dropping may take
   * @return empty, or why the slot must be retired
   */
  public String renew(LoaderWatch loaders, Duration bound)
      throws InterruptedException, IOException {
    Framework old = current;
    Release release =
        new Release(
            LoadedClasses.none(),
            parent,
            old.loader(),
            sinceBare::isNew,
            false,
            bare,
            System.nanoTime() + bound.toNanos(),
            log::info);
    ClassHooks.install(null);
    String failed;
    try {
      failed =
          new OneShotThread(threads.release(), "slot-release", parent)
              .run(() -> ReleaseChain.endOfFramework().run(release), bound)
              .retireReason()
              .orElse("");
    } catch (ExecutionException | TimeoutException e) {
      failed = "framework not dropped: " + Redacted.failure(e);
    }
    if (!failed.isEmpty()) {
      return failed;
    }
    loaders.close(old.loader());
    load();
    return "";
  }

  private void load() throws IOException, InterruptedException {
    current = null;
    try {
      current =
          oneShotThread("slot-load")
              .run(
                  () -> Framework.load(classPath.entries(), parent, learned, image, log),
                  LOAD_BOUND);
    } catch (ExecutionException e) {
      throw new IOException("the framework cannot be loaded", e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("the framework cannot be loaded", e);
    }
  }

  private OneShotThread oneShotThread(String name) {
    return new OneShotThread(threads.framework(), name, parent);
  }
}
