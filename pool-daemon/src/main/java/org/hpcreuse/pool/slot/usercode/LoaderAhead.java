/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.usercode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.hpcreuse.classloader.ClassPathIdentities;
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
  private final int most;
  private final ClassPathIdentities identities;
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
   * @param identities tells which containers have the same class path
   * @param loaders hears of each loader that is let go of
   */
  public LoaderAhead(int most, ClassPathIdentities identities, LoaderWatch loaders, SlotLog log) {
    this.most = most;
    this.identities = identities;
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
        identities.of(classPath, workDir).filter(waiting.of().identity()::equals);
    if (identity.isEmpty()) {
      return Optional.empty();
    }
    ready = Optional.empty();
    waiting.loader().show(classPath, identity.get(), ClassDomains::set);
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
            identities
                .of(classPath, workDir)
                .filter(identity -> !identity.isOfOneApplication())
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
    if (classes.size() >= Linking.FEWEST) {
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
      linked += Linking.link(next.classes().get(at++), loader) ? 1 : 0;
    }
    ready = Optional.of(new Ready(next, loader, at));
    log.info(linked + " classes loaded ahead, " + (next.classes().size() - at) + " left");
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
