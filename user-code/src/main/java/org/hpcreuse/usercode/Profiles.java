/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.ClassProfile;
import org.hpcreuse.protocol.files.Sha256;
import org.hpcreuse.protocol.program.JvmRequest;

/**
 * The {@link ClassProfile}s that this slot knows: those it has found out from its containers, for
 * the other slots of the pool, and those it was given. Used by the runner thread alone.
 */
final class Profiles {
  /** A profile is written again when so many more classes are known. */
  private static final double GROWTH = 1.1;

  /** Fewer classes take no longer than to compare class paths. */
  private static final int FEWEST = 500;

  private static final int HASH_DIGITS = 32;

  private final Path directory;
  private final ClassPathIdentities identities;
  private final Supplier<FrameworkLoader> framework;
  private final SlotLog log;

  /** What each profile is of. */
  private final Map<Path, Of> known = new LinkedHashMap<>();

  /** What was in the slot when it last wrote each. */
  private final Map<Of, Written> written = new HashMap<>();

  /**
   * Which containers can have a profile's classes.
   *
   * @param access packages of the JDK that are open to the classes
   */
  record Of(ClassPathIdentity identity, JvmRequest access) {}

  private record Written(int classes, List<Path> jars) {}

  /**
   * A profile, and what loads its classes.
   *
   * @param classPath of its containers
   */
  record Loadable(ClassProfile profile, ContainerClassPath classPath, ClassPathIdentity identity) {
    JvmRequest access() {
      return JvmRequest.access(profile.opens(), profile.exports());
    }
  }

  /**
   * For a slot without containers.
   *
   * @param directory where the pool has the profiles that its slots find out
   * @param identities tells which containers have the same class path
   * @param framework what the slot has loaded
   */
  public Profiles(
      Path directory,
      ClassPathIdentities identities,
      Supplier<FrameworkLoader> framework,
      SlotLog log) {
    this.directory = directory;
    this.identities = identities;
    this.framework = framework;
    this.log = log;
  }

  /** A container is over. When it has brought many classes, other slots can read which. */
  void learn(KeptContainerLoader classes) {
    ClassPathIdentity identity = classes.identity();
    if (classes.size() < FEWEST || !identity.canMove() || identity.isOfOneApplication()) {
      return;
    }
    Of of = new Of(identity, classes.access());
    List<Path> jars = classes.jars();
    Written last = written.getOrDefault(of, new Written(0, List.of()));
    if (classes.size() <= last.classes() * GROWTH && last.jars().equals(jars)) {
      return;
    }
    written.put(of, new Written(classes.size(), jars));
    ClassProfile now = classes.profile();
    String what = identity.description() + now.opens() + now.exports();
    Path file = ClassProfile.unnamed(directory, Sha256.of(what).substring(0, HASH_DIGITS));
    try {
      if (loadable(now).filter(found -> found.identity().equals(identity)).isPresent()) {
        now.with(jars, union(before(file), now.classes())).write(file);
        known.put(file, of);
      }
    } catch (IOException | RuntimeException e) {
      log.info("other slots will not load the " + classes + ": " + e);
    }
  }

  /** A file that is damaged is written again. */
  private static List<String> before(Path file) {
    try {
      return Files.exists(file) ? ClassProfile.read(file).classes() : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static List<String> union(List<String> earlier, List<String> now) {
    Set<String> names = new LinkedHashSet<>(earlier);
    names.addAll(now);
    return List.copyOf(names);
  }

  /**
   * Reads a profile.
   *
   * @throws IOException when it cannot be read, or a jar that it names
   */
  Loadable read(Path file) throws IOException {
    Loadable found =
        loadable(ClassProfile.read(file))
            .orElseThrow(() -> new IOException(file + ": containers cannot share its class path"));
    known.put(file, new Of(found.identity(), found.access()));
    return found;
  }

  private Optional<Loadable> loadable(ClassProfile profile) throws IOException {
    for (Path jar : profile.classPath()) {
      if (!Files.isReadable(jar)) {
        throw new IOException(jar + " is missing or not readable");
      }
    }
    ContainerClassPath plain = new ContainerClassPath(profile.classPath(), framework.get());
    ContainerClassPath classPath = profile.alone() ? plain.alone() : plain;
    return identities.of(classPath).map(identity -> new Loadable(profile, classPath, identity));
  }

  /** What each profile is of, by the profile's file. */
  Map<Path, Of> known() {
    return Map.copyOf(known);
  }
}
