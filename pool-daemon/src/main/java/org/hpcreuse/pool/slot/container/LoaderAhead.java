/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.hpcreuse.classloader.ClassPathIdentity;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.classloader.SharedContainerLoader;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.pool.slot.log.SlotLog;
import org.hpcreuse.pool.slot.memory.LoaderWatch;

/**
 * Loads classes for the next container with the class path of the last one, while the slot is idle.
 * Applications of Spark or Tez bring ten thousand classes along, and load the same ones each time.
 *
 * <p>The classes are loaded and linked, not initialised: none of their code has run, and the
 * container finds them as in a JVM of its own. Each loader serves one container. Used by the runner
 * thread alone.
 */
public final class LoaderAhead {
  /** Fewer take no longer than to compare class paths. */
  private static final int FEWEST = 500;

  /**
   * Where YARN keeps the files of an application until it ends (ContainerLocalizer.APPCACHE): no
   * other application has them.
   */
  static final String APPLICATIONS = "appcache";

  private final int most;
  private final LoaderWatch loaders;
  private final SlotLog log;

  /** The class path of the container that runs. */
  private Optional<Wanted> running = Optional.empty();

  /** The class path of the last container with many classes, and the names of these. */
  private Optional<Wanted> wanted = Optional.empty();

  private Optional<Ready> ready = Optional.empty();

  private record Wanted(
      ContainerClassPath classPath, ClassPathIdentity identity, List<String> classes) {}

  /**
   * A loader that waits for its container.
   *
   * @param next the first of its wanted classes that it has not tried
   */
  private record Ready(Wanted of, SharedContainerLoader loader, int next) {
    boolean isComplete() {
      return next == of.classes().size();
    }
  }

  /**
   * For a slot without containers.
   *
   * @param most classes that are loaded ahead; 0 = none
   * @param loaders hears of each loader that is let go of
   */
  public LoaderAhead(int most, LoaderWatch loaders, SlotLog log) {
    this.most = most;
    this.loaders = loaders;
    this.log = log;
  }

  /**
   * The loader that waits, if it is one for this container; class paths are compared only when one
   * waits.
   *
   * @param classPath the container's, without conflict
   * @param workDir its directory
   */
  Optional<ContainerLoader> take(ContainerClassPath classPath, Path workDir) throws IOException {
    if (ready.isEmpty()) {
      return Optional.empty();
    }
    Ready waiting = ready.get();
    Optional<ClassPathIdentity> identity =
        ClassPathIdentity.of(classPath, workDir).filter(waiting.of().identity()::equals);
    if (identity.isEmpty()) {
      return Optional.empty();
    }
    ready = Optional.empty();
    waiting.loader().show(classPath, identity.get());
    log.info("of its classes " + waiting.next() + " were loaded ahead");
    return Optional.of(waiting.loader());
  }

  /**
   * A container runs, and its directory is still there.
   *
   * @param classPath its class path, without conflict
   * @param workDir its directory
   */
  void runs(ContainerClassPath classPath, Path workDir) {
    running = Optional.empty();
    if (most > 0) {
      try {
        running =
            ClassPathIdentity.of(classPath, workDir)
                .filter(identity -> !identity.isBelow(APPLICATIONS))
                .map(identity -> new Wanted(classPath, identity, List.of()));
      } catch (IOException e) {
        log.info("its classes will not be loaded ahead: " + e);
      }
    }
  }

  /** A container is over, and its loader has not been closed. */
  void ended(ContainerLoader loader) throws IOException {
    if (running.isEmpty()) {
      return;
    }
    Wanted last = running.get();
    running = Optional.empty();
    List<String> classes =
        Arrays.stream(Agent.loadedClasses())
            .filter(type -> type.getClassLoader() == loader && !type.isArray() && !type.isHidden())
            .map(Class::getName)
            .limit(most)
            .toList();
    if (classes.size() >= FEWEST) {
      wanted = Optional.of(new Wanted(last.classPath(), last.identity(), classes));
      if (ready.filter(waiting -> waiting.of().identity().equals(last.identity())).isEmpty()) {
        drop();
      }
    }
  }

  /** Goes on for as long as the slot is idle. */
  public void whileIdle(BooleanSupplier idle) throws IOException {
    if (wanted.isEmpty() || ready.filter(Ready::isComplete).isPresent() || !idle.getAsBoolean()) {
      return;
    }
    Wanted next = wanted.get();
    SharedContainerLoader loader;
    int at = 0;
    if (ready.isPresent()) {
      loader = ready.get().loader();
      next = ready.get().of();
      at = ready.get().next();
    } else {
      try {
        loader = new SharedContainerLoader("ahead", next.classPath(), next.identity());
      } catch (IOException e) {
        wanted = Optional.empty();
        log.info("no classes are loaded ahead any more: " + e);
        return;
      }
    }
    int linked = 0;
    while (at < next.classes().size() && idle.getAsBoolean()) {
      linked += isLinked(next.classes().get(at++), loader) ? 1 : 0;
    }
    ready = Optional.of(new Ready(next, loader, at));
    log.info(linked + " classes loaded ahead, " + (next.classes().size() - at) + " left");
  }

  /** What cannot be loaded or linked now cannot be by the container; it may never try. */
  private static boolean isLinked(String name, ClassLoader loader) {
    try {
      // HotSpot links a class before it tells its constructors (JVM_GetClassDeclaredConstructors).
      return Class.forName(name, false, loader).getDeclaredConstructors() != null;
    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
      return false;
    }
  }

  /** Lets go of the loader that waits, if one does. */
  public void drop() throws IOException {
    if (ready.isPresent()) {
      SharedContainerLoader loader = ready.get().loader();
      ready = Optional.empty();
      loaders.close(loader);
    }
  }
}
