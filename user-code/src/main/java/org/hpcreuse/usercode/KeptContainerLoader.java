/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.io.IOException;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.hpcreuse.cleanup.jvm.threads.CleanerThreads;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.hadoop.LoadedFiles;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.ClassProfile;
import org.hpcreuse.protocol.program.JvmRequest;

/**
 * A loader whose classes stay for the next container with the same class path. Used by the runner
 * thread alone.
 */
final class KeptContainerLoader {
  /** To be over long before the bound of {@link KeptCode}'s probes. */
  private static final int EXAMINED_AT_ONCE = 500;

  private final String first;
  private final ClassPathIdentity identity;
  private final JvmRequest jvm;
  private final SharedContainerLoader loader;
  private final KeptCode code;

  /** Of the container that runs or was the last. */
  private ContainerClassPath classPath;

  /** What was found out of that class path; equal to {@link #identity}. */
  private ClassPathIdentity last;

  private int served;

  /** Threads of Cleaners that were there before the container that runs. */
  private Set<String> cleanersBefore = Set.of();

  /** Those that its containers have left; they end when garbage is collected. */
  private final Set<String> cleaners = new HashSet<>();

  private KeptContainerLoader(
      String first,
      ContainerClassPath classPath,
      ClassPathIdentity identity,
      JvmRequest jvm,
      SharedContainerLoader loader) {
    this.first = first;
    this.classPath = classPath;
    this.identity = identity;
    last = identity;
    this.jvm = jvm;
    this.loader = loader;
    code =
        KeptCode.of(
            loader, name -> loader.classFile(name).map(file -> LoadedFiles.asLoaded(name, file)));
    loader.add(code::added);
    loader.rewrite(this::rewritten);
  }

  /** A class that the other agent rewrites, too, is left to it: what it finds must be the file. */
  private byte[] rewritten(String name, byte[] file) {
    return Agent.isRewriting() && LoadedFiles.asLoaded(name, file) == file
        ? Agent.rewriteUnasked(loader, name, file)
        : null;
  }

  /**
   * One without classes.
   *
   * @param first the container that will load them, or the profile that tells what to load
   * @throws IOException when an entry of the class path cannot be read
   */
  static KeptContainerLoader make(
      String first, ContainerClassPath classPath, ClassPathIdentity identity, JvmRequest jvm)
      throws IOException {
    SharedContainerLoader loader = new SharedContainerLoader(first, classPath, identity);
    return new KeptContainerLoader(first, classPath, identity, jvm, loader);
  }

  /** Whether a container can have it, with that class path and those packages of the JDK. */
  boolean isFor(ClassPathIdentity other, JvmRequest wanted) {
    return identity.equals(other) && jvm.hasAccessOf(wanted);
  }

  ClassPathIdentity identity() {
    return identity;
  }

  SharedContainerLoader loader() {
    return loader;
  }

  /**
   * Goes over to the next container.
   *
   * @param nextIdentity equal to the first one's
   * @return why it cannot have the classes; empty when it can. Something may have used them since
   *     the last one.
   */
  Optional<String> switchTo(ContainerClassPath next, ClassPathIdentity nextIdentity) {
    noteWhatActedMeanwhile();
    try {
      loader.switchTo(next, nextIdentity, KeptContainerLoader::setOrigin);
      classPath = next;
      last = nextIdentity;
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
    // To look at classes that a profile has loaded may load more.
    keep();
    try {
      return code.forget();
    } finally {
      keepNone();
    }
  }

  /** From now on the classes of a domain are from where those of the other one are. */
  private static void setOrigin(ProtectionDomain domain, ProtectionDomain other) {
    try {
      ReflectiveAccess fields = ReflectiveAccess.of(domain);
      fields.set("codesource", other.getCodeSource());
      fields.set("permissions", other.getPermissions());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.security.ProtectionDomain has changed", e);
    }
  }

  /** Cleaners act in threads of the JVM, also when their container is over. */
  private void noteWhatActedMeanwhile() {
    if (!loader.missed().isEmpty()) {
      code.obstacle(loader.missed() + " was looked for while no container ran");
    }
    if (cleaners.isEmpty()) {
      return;
    }
    cleaners.retainAll(CleanerThreads.names());
    if (!cleaners.isEmpty()) {
      code.obstacle("Cleaners of earlier containers still run: " + cleaners);
    }
  }

  /** From now on the loader's classes, and no other's, can be initialised again. */
  private void keep() {
    code.use();
    Agent.rewriteLoader(Optional.of(code));
  }

  private static void keepNone() {
    KeptClasses.useNone();
    Agent.rewriteLoader(Optional.empty());
  }

  /** A container is about to run with them. */
  void begin() {
    served++;
    cleanersBefore = CleanerThreads.names();
    keep();
  }

  /**
   * The container is over.
   *
   * @param spoiled why another one must not use its classes; empty when nothing is known
   * @return why that is so, with what the classes themselves tell; empty when it may
   */
  Optional<String> end(String spoiled) throws IOException {
    if (!spoiled.isEmpty()) {
      code.obstacle(spoiled);
    }
    if (loader.hasClassesOfOneContainer()) {
      code.obstacle("a class in the container's own directory");
    }
    cleaners.addAll(CleanerThreads.names());
    cleaners.removeAll(cleanersBefore);
    try {
      return code.forget();
    } finally {
      keepNone();
      loader.suspend();
    }
  }

  /**
   * What has come of loading classes before a container.
   *
   * @param left how many have not been looked at
   * @param obstacle why no container can have the classes; empty when it can
   */
  record Loaded(int left, Optional<String> obstacle) {}

  /**
   * Loads classes before a container asks for them; called while none runs.
   *
   * @param from where the jars are
   * @param nextIdentity equal to the first one's
   * @param names those that are there already take no time
   * @param idle whether to go on
   */
  Loaded load(
      ContainerClassPath from,
      ClassPathIdentity nextIdentity,
      List<String> names,
      BooleanSupplier idle)
      throws IOException {
    Optional<String> obstacle = switchTo(from, nextIdentity);
    int next = 0;
    keep();
    try {
      while (obstacle.isEmpty() && next < names.size() && idle.getAsBoolean()) {
        link(names.get(next++));
        if (next % EXAMINED_AT_ONCE == 0 || next == names.size()) {
          obstacle = code.examine();
        }
      }
    } finally {
      keepNone();
      loader.suspend();
    }
    return new Loaded(names.size() - next, obstacle);
  }

  /** Loads and links a class; none of its code runs. */
  private void link(String name) {
    try {
      // HotSpot links a class before it tells its constructors (JVM_GetClassDeclaredConstructors).
      Objects.requireNonNull(Class.forName(name, false, loader).getDeclaredConstructors());
    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
      return; // the container may never try to
    }
  }

  /** Where the jars of the container that runs or was the last are. */
  List<Path> jars() {
    return last.entriesOf(classPath);
  }

  /** The packages of the JDK that are open to the classes, and nothing else. */
  JvmRequest access() {
    return JvmRequest.access(jvm.opens(), jvm.exports());
  }

  /** What another slot must know to load the same classes. */
  ClassProfile profile() {
    return new ClassProfile(jars(), classPath.isAlone(), jvm.opens(), jvm.exports(), code.names());
  }

  /** How many classes there are. */
  int size() {
    return code.size();
  }

  /** Closes the loader. */
  void drop(LoaderWatch loaders, SlotLog log) throws IOException {
    if (served > 1) {
      log.info(this + " have served " + served + " containers");
    }
    loaders.close(loader);
  }

  @Override
  public String toString() {
    return "classes of " + first;
  }
}
