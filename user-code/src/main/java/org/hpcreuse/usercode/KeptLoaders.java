/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.pool.slot.extension.ContainerLoaders;
import org.hpcreuse.pool.slot.extension.FreshLoaders;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.ClassProfile;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.files.Sha256;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.wire.LaunchSpec;

/**
 * The loader of each container: that of an earlier container when it is safe, so that the JVM keeps
 * its compiled code, else a new one. Few loaders wait for their next container. Used by the runner
 * thread alone.
 *
 * <p>Safe means: the same class path and opened packages; the container before was cleaned up
 * after; and {@link KeptCode} has met no obstacle. The jars are the same when their content is, so
 * a job that is submitted again gets the classes of the first one.
 */
final class KeptLoaders implements ContainerLoaders {
  /** More class paths than take turns in a slot. */
  private static final int REMEMBERED = 100;

  /** Once may be chance: a kill in the midst of an initialiser. */
  private static final int OBSTACLES = 2;

  /**
   * How many loaders wait: one for a framework, which its applications come back to, one for the
   * job that runs in between, and one for the slot's own training. Spark's takes 130 MB of
   * metaspace.
   */
  private static final int WAITING = 3;

  private final ClassPathIdentities identities;
  private final Profiles profiles;
  private final LoaderWatch loaders;
  private final FreshLoaders fresh;
  private final SlotLog log;

  /** The one that has waited longest is first. */
  private final Deque<KeptContainerLoader> waiting = new ArrayDeque<>();

  /** That of the container that runs, if it is one to keep. */
  private Optional<KeptContainerLoader> running = Optional.empty();

  /**
   * How often the classes of a class path were an obstacle since a container has used them again;
   * the eldest is first.
   */
  private final Map<ClassPathIdentity, Integer> obstacles = new LinkedHashMap<>();

  private KeptLoaders(
      ClassPathIdentities identities, Profiles profiles, LoaderWatch loaders, SlotLog log) {
    this.identities = identities;
    this.profiles = profiles;
    this.loaders = loaders;
    fresh = new FreshLoaders(loaders);
    this.log = log;
  }

  /** What the option {@code hpc-reuse.user-code} = kept asks for. */
  public static final class Provider implements ContainerLoaders.Provider {
    @Override
    public ContainerLoaders open(
        PoolFiles files, Supplier<FrameworkLoader> framework, LoaderWatch loaders, SlotLog log) {
      KeptCode.watchUses();
      ClassPathIdentities identities = new ClassPathIdentities(Sha256::of);
      return new KeptLoaders(
          identities,
          new Profiles(ClassProfile.directory(files), identities, framework, log),
          loaders,
          log);
    }
  }

  @Override
  public ContainerLoader loader(LaunchSpec spec, ContainerClassPath classPath, JvmRequest jvm)
      throws IOException {
    Optional<ContainerLoader> kept = kept(spec, classPath, jvm);
    return kept.isPresent() ? kept.get() : fresh.loader(spec, classPath, jvm);
  }

  @Override
  public boolean prepare(Path file, BooleanSupplier idle) throws IOException {
    Profiles.Loadable wanted = profiles.read(file);
    if (isHopeless(wanted.identity())) {
      return true;
    }
    Optional<KeptContainerLoader> waits = waiting(wanted.identity(), wanted.access());
    waits.ifPresent(waiting::remove);
    KeptContainerLoader classes =
        waits.isPresent()
            ? waits.get()
            : KeptContainerLoader.make(
                "profile " + file.getFileName(),
                wanted.classPath(),
                wanted.identity(),
                wanted.access());
    int before = classes.size();
    KeptContainerLoader.Loaded loaded;
    try {
      loaded =
          classes.load(wanted.classPath(), wanted.identity(), wanted.profile().classes(), idle);
    } catch (IOException e) {
      drop(classes, e);
      throw e;
    }
    if (loaded.obstacle().isPresent()) {
      noteObstacle(wanted.identity());
      log.info(classes + " are not kept: " + loaded.obstacle().get());
      classes.drop(loaders, log);
      return true;
    }
    addWaiting(classes);
    log.info(
        (classes.size() - before) + " classes of " + file + " loaded, " + loaded.left() + " left");
    return loaded.left() == 0;
  }

  @Override
  public Map<String, Long> profiles() {
    Map<String, Long> there = new TreeMap<>();
    profiles
        .known()
        .forEach(
            (file, of) ->
                waiting(of.identity(), of.access())
                    .ifPresent(classes -> there.put(file.toString(), (long) classes.size())));
    return there;
  }

  @Override
  public List<ClassLoader> waiting() {
    return waiting.stream().<ClassLoader>map(KeptContainerLoader::loader).toList();
  }

  private Optional<KeptContainerLoader> waiting(ClassPathIdentity identity, JvmRequest jvm) {
    return waiting.stream().filter(each -> each.isFor(identity, jvm)).findFirst();
  }

  private Optional<ContainerLoader> kept(
      LaunchSpec spec, ContainerClassPath classPath, JvmRequest jvm) {
    try {
      Optional<ClassPathIdentity> identity =
          identities.of(classPath, Path.of(spec.workDir())).filter(its -> !isHopeless(its));
      return identity.isPresent()
          ? Optional.of(shared(spec.containerId(), classPath, identity.get(), jvm))
          : Optional.empty();
    } catch (IOException e) {
      log.info("classes of " + spec.containerId() + " are not kept: " + e);
      return Optional.empty();
    }
  }

  private boolean isHopeless(ClassPathIdentity identity) {
    return obstacles.getOrDefault(identity, 0) >= OBSTACLES;
  }

  private ContainerLoader shared(
      String container, ContainerClassPath classPath, ClassPathIdentity identity, JvmRequest jvm)
      throws IOException {
    Optional<KeptContainerLoader> last = take(classPath, identity, jvm);
    last.ifPresent(classes -> log.info(container + " uses the " + classes));
    KeptContainerLoader next =
        last.isPresent()
            ? last.get()
            : KeptContainerLoader.make(container, classPath, identity, jvm);
    next.begin();
    running = Optional.of(next);
    return next.loader();
  }

  /** The one that waits for such a container; it goes when it cannot serve it. */
  private Optional<KeptContainerLoader> take(
      ContainerClassPath classPath, ClassPathIdentity identity, JvmRequest jvm) throws IOException {
    Optional<KeptContainerLoader> last = waiting(identity, jvm);
    if (last.isEmpty()) {
      return last;
    }
    waiting.remove(last.get());
    Optional<String> obstacle = last.get().switchTo(classPath, identity);
    if (obstacle.isPresent()) {
      noteObstacle(identity);
      log.info(last.get() + " are not used again: " + obstacle.get());
      last.get().drop(loaders, log);
      return Optional.empty();
    }
    obstacles.remove(identity);
    return last;
  }

  @Override
  public void done(ContainerLoader loader, String spoiled) throws IOException {
    if (running.isEmpty()) {
      fresh.done(loader, spoiled);
      return;
    }
    KeptContainerLoader last = running.get();
    running = Optional.empty();
    Optional<String> obstacle;
    try {
      obstacle = last.end(spoiled);
    } catch (IOException e) {
      drop(last, e);
      throw e;
    }
    if (obstacle.isEmpty()) {
      profiles.learn(last);
      loaders.kept();
      addWaiting(last);
      return;
    }
    if (spoiled.isEmpty()) {
      noteObstacle(last.identity());
    }
    if (last.size() > 0) {
      log.info(last + " are not kept: " + obstacle.get());
    }
    last.drop(loaders, log);
  }

  /** Closes one that cannot be used for another reason. */
  private void drop(KeptContainerLoader classes, IOException why) {
    try {
      classes.drop(loaders, log);
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  private void addWaiting(KeptContainerLoader last) throws IOException {
    waiting.addLast(last);
    while (waiting.size() > WAITING) {
      waiting.removeFirst().drop(loaders, log);
    }
  }

  private void noteObstacle(ClassPathIdentity identity) {
    obstacles.merge(identity, 1, Integer::sum);
    if (obstacles.size() > REMEMBERED) {
      obstacles.remove(obstacles.keySet().iterator().next());
    }
  }

  @Override
  public void dropAll() throws IOException {
    while (!waiting.isEmpty()) {
      waiting.removeFirst().drop(loaders, log);
    }
  }

  @Override
  public void dropOfApplications() throws IOException {
    for (KeptContainerLoader each : List.copyOf(waiting)) {
      if (each.identity().endsWithItsApplication()) {
        waiting.remove(each);
        each.drop(loaders, log);
      }
    }
  }
}
