/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.usercode;

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
import org.hpcreuse.classloader.ClassPathIdentities;
import org.hpcreuse.classloader.ClassPathIdentity;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.pool.slot.log.SlotLog;
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

  private static final int HASH_DIGITS = 32;

  private final Path directory;
  private final ClassPathIdentities identities;
  private final SlotLog log;

  /** What each profile is of. */
  private final Map<Path, Of> known = new LinkedHashMap<>();

  /** What was in the slot when it last wrote each. */
  private final Map<Path, Written> written = new HashMap<>();

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

    Of of() {
      return new Of(identity, access());
    }
  }

  /**
   * For a slot without containers.
   *
   * @param directory where the pool has the profiles that its slots find out
   */
  Profiles(Path directory, ClassPathIdentities identities, SlotLog log) {
    this.directory = directory;
    this.identities = identities;
    this.log = log;
  }

  /**
   * A container is over. When it has brought many classes, other slots can read which.
   *
   * @param framework what the slot has loaded
   */
  void learn(KeptContainerLoader classes, FrameworkLoader framework) {
    if (classes.size() < Linking.FEWEST || classes.identity().isOfOneApplication()) {
      return;
    }
    ClassProfile now = classes.profile();
    String what = classes.identity().description() + now.opens() + now.exports();
    Path file = ClassProfile.unnamed(directory, Sha256.of(what).substring(0, HASH_DIGITS));
    Written last = written.getOrDefault(file, new Written(0, List.of()));
    if (classes.size() <= last.classes() * GROWTH && last.jars().equals(now.classPath())) {
      return;
    }
    written.put(file, new Written(classes.size(), now.classPath()));
    try {
      Optional<Loadable> same =
          loadable(now, framework).filter(found -> found.identity().equals(classes.identity()));
      if (same.isPresent()) {
        now.with(now.classPath(), union(before(file), now.classes())).write(file);
        known.put(file, same.get().of());
      }
    } catch (IOException | RuntimeException e) {
      log.info("other slots will not load the " + classes + " ahead: " + e);
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
   * @param framework what the slot has loaded
   * @throws IOException when it cannot be read, or a jar that it names
   */
  Loadable read(Path file, FrameworkLoader framework) throws IOException {
    Loadable found =
        loadable(ClassProfile.read(file), framework)
            .orElseThrow(() -> new IOException(file + ": containers cannot share its class path"));
    known.put(file, found.of());
    return found;
  }

  private Optional<Loadable> loadable(ClassProfile profile, FrameworkLoader framework)
      throws IOException {
    for (Path jar : profile.classPath()) {
      if (!Files.isReadable(jar)) {
        throw new IOException(jar + " is missing or not readable");
      }
    }
    ContainerClassPath plain = new ContainerClassPath(profile.classPath(), framework);
    ContainerClassPath classPath = profile.alone() ? plain.alone() : plain;
    return identities.of(classPath).map(identity -> new Loadable(profile, classPath, identity));
  }

  /** What each profile is of, by the profile's file. */
  Map<Path, Of> known() {
    return Map.copyOf(known);
  }
}
