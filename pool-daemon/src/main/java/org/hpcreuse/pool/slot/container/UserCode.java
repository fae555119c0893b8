/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.classloader.ClassPathIdentity;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.classloader.SharedContainerLoader;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.kept.KeptCode;
import org.hpcreuse.pool.slot.log.SlotLog;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.wire.LaunchSpec;

/**
 * Supplies the class loader of each container: a new one, or, when the pool keeps user code and it
 * is safe, that of the container before, so that the JVM keeps its compiled code. At most one
 * loader waits for its next container. Used by the runner thread alone.
 *
 * <p>Safe means: the same application, class path and opened packages; the container before has
 * ended by itself and was cleaned up after; and {@link KeptCode} has met no obstacle.
 */
public final class UserCode {
  /** The application's part: cluster timestamp and number, which the attempt's number follows. */
  private static final Pattern CONTAINER_ID =
      Pattern.compile("container_(?:e\\d+_)?(?<application>\\d+_\\d+)_\\d+_\\d+");

  /** More applications than take turns in a slot. */
  private static final int REMEMBERED = 100;

  private final boolean keeps;
  private final LoaderAhead ahead;
  private final LoaderWatch loaders;
  private final SlotLog log;
  private Optional<Kept> kept = Optional.empty();

  /** Containers that have begun with the loader that is kept. */
  private int served;

  /** The last applications whose classes themselves were the obstacle. */
  private final Deque<String> notKept = new ArrayDeque<>();

  private record Kept(
      String application,
      ClassPathIdentity identity,
      JvmRequest jvm,
      SharedContainerLoader loader,
      KeptCode code) {
    boolean serves(String otherApplication, ClassPathIdentity other, JvmRequest otherJvm) {
      return application.equals(otherApplication)
          && identity.equals(other)
          && jvm.hasAccessOf(otherJvm);
    }
  }

  /**
   * For a slot without containers.
   *
   * @param ahead makes loaders for new code
   * @param loaders hears of each loader that is let go of
   */
  public UserCode(Options.UserCode option, LoaderAhead ahead, LoaderWatch loaders, SlotLog log) {
    keeps = option == Options.UserCode.KEPT;
    this.ahead = ahead;
    this.loaders = loaders;
    this.log = log;
  }

  /**
   * The loader of a container that is about to run; {@link #done} takes it back.
   *
   * @param classPath one without conflict
   * @param jvm which packages of the JDK are open to it, for good
   * @throws IOException when the loader before cannot be closed
   */
  ContainerLoader loader(LaunchSpec spec, ContainerClassPath classPath, JvmRequest jvm)
      throws IOException {
    Optional<String> application =
        application(spec).filter(id -> keeps && !classPath.isAlone() && !notKept.contains(id));
    if (application.isPresent()) {
      try {
        Optional<ClassPathIdentity> identity =
            ClassPathIdentity.of(classPath, Path.of(spec.workDir()));
        if (identity.isPresent()) {
          return shared(application.get(), classPath, identity.get(), jvm);
        }
      } catch (IOException e) {
        log.info("classes of " + application.get() + " are not kept: " + e);
        noteNotKept(application.get());
      }
    }
    drop();
    Optional<ContainerLoader> loaded = ahead.take(classPath, Path.of(spec.workDir()));
    return loaded.isPresent() ? loaded.get() : new ContainerLoader(spec.containerId(), classPath);
  }

  /** The container runs; it may tell what the next one will load. */
  void runs(LaunchSpec spec, ContainerClassPath classPath) {
    if (kept.isEmpty()) {
      ahead.runs(classPath, Path.of(spec.workDir()));
    }
  }

  /** Loads classes for the next container, for as long as the slot is idle. */
  public void whileIdle(BooleanSupplier idle) throws IOException {
    ahead.whileIdle(idle);
  }

  /** Empty when it is no container of YARN. */
  private static Optional<String> application(LaunchSpec spec) {
    Matcher id = CONTAINER_ID.matcher(spec.containerId());
    return id.matches() ? Optional.of("application_" + id.group("application")) : Optional.empty();
  }

  private ContainerLoader shared(
      String application, ContainerClassPath classPath, ClassPathIdentity identity, JvmRequest jvm)
      throws IOException {
    Optional<Kept> last =
        kept.filter(waiting -> waiting.serves(application, identity, jvm))
            .filter(UserCode::isReady);
    if (last.isPresent()) {
      served++;
      last.get().loader().show(classPath, identity);
      return last.get().loader();
    }
    drop();
    SharedContainerLoader loader = new SharedContainerLoader(application, classPath, identity);
    KeptCode code = KeptCode.of(loader, loader::classFile);
    Agent.keep(Optional.of(code));
    kept = Optional.of(new Kept(application, identity, jvm, loader, code));
    served = 1;
    return loader;
  }

  /** A finalizer may have used the classes since they were forgotten. */
  private static boolean isReady(Kept last) {
    return last.code().forget().isEmpty();
  }

  /**
   * A container is over: nothing of it can act any more.
   *
   * @param loader its loader
   * @param spoiled why another container must not use its classes; empty when nothing is known
   */
  public void done(ContainerLoader loader, String spoiled) throws IOException {
    if (kept.isEmpty()) {
      ahead.ended(loader);
      letGo(loader);
      return;
    }
    Kept last = kept.get();
    if (!spoiled.isEmpty()) {
      last.code().obstacle(spoiled);
    }
    if (last.loader().hasClassesOfOneContainer()) {
      last.code().obstacle("a class in the container's own directory");
    }
    Optional<String> obstacle = last.code().forget();
    if (obstacle.isPresent()) {
      if (spoiled.isEmpty()) {
        noteNotKept(last.application());
      }
      if (last.code().size() > 0) {
        log.info("classes of " + last.application() + " are not kept: " + obstacle.get());
      }
      drop();
    } else {
      loaders.kept();
    }
  }

  private void noteNotKept(String application) {
    notKept.addLast(application);
    if (notKept.size() > REMEMBERED) {
      notKept.removeFirst();
    }
  }

  /** Lets go of the loaders that wait, also of that for the next container. */
  public void dropAll() throws IOException {
    drop();
    ahead.drop();
  }

  /** Lets go of the loader that waits, if one does. */
  public void drop() throws IOException {
    if (kept.isPresent()) {
      Kept last = kept.get();
      kept = Optional.empty();
      if (served > 1) {
        log.info("classes of " + last.application() + " have served " + served + " containers");
      }
      Agent.keep(Optional.empty());
      last.code().drop();
      letGo(last.loader());
    }
  }

  private void letGo(ContainerLoader loader) throws IOException {
    loader.close();
    loaders.released(loader);
  }
}
