/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.ClassProfile;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/** The profiles of classes that a pool's slots have found out from their containers. */
public final class FoundProfiles {
  /** Frameworks have their jars in a directory or in one below it. */
  private static final int DEPTH = 3;

  private static final int NAMED_MOST = 5;

  private final PoolFiles pool;

  /** Those of a pool. */
  public FoundProfiles(PoolFiles pool) {
    this.pool = pool;
  }

  /** A profile with the jars of a directory in place of those that it was found with. */
  private record Placed(ClassProfile profile, List<Path> jars, List<Path> missing) {}

  /**
   * The profile whose jars are in a directory that stays; of several the one with most classes. The
   * jars of the pool's own framework need not be there.
   *
   * @param directory holds jars of the same content
   * @return the profile with that directory's jars
   * @throws Failure when there is none, naming what is missing
   * @throws IOException when no profile can be read
   */
  public ClassProfile with(Path directory) throws IOException, Failure {
    List<Path> files = files();
    if (files.isEmpty()) {
      throw new Failure(
          ExitCodes.UNAVAILABLE,
          "the slots of this pool have found no class path with 500 classes or more that applications"
              + " share: set "
              + Options.USER_CODE.key()
              + " = kept, and run an application whose jars are public resources");
    }
    Map<Long, List<Path>> bySize = jarsBySize(directory);
    Set<Path> frameworks = frameworks();
    List<Placed> all = new ArrayList<>();
    IOException unreadable = null;
    for (Path file : files) {
      try {
        all.add(place(ClassProfile.read(file), bySize, frameworks));
      } catch (IOException e) {
        unreadable = e;
      }
    }
    if (all.isEmpty()) {
      throw unreadable;
    }
    Optional<Placed> best =
        all.stream()
            .filter(placed -> placed.missing().isEmpty())
            .max(Comparator.comparingInt(placed -> placed.profile().classes().size()));
    return best.map(placed -> placed.profile().with(placed.jars(), placed.profile().classes()))
        .orElseThrow(() -> missing(directory, all));
  }

  private List<Path> files() throws IOException {
    Path directory = ClassProfile.directory(pool);
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(ClassProfile::isProfile).sorted().toList();
    }
  }

  private static Map<Long, List<Path>> jarsBySize(Path directory) throws IOException {
    Map<Long, List<Path>> bySize = new HashMap<>();
    try (Stream<Path> files = Files.walk(directory, DEPTH)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        bySize.computeIfAbsent(Files.size(file), size -> new ArrayList<>()).add(file.toRealPath());
      }
    }
    return bySize;
  }

  private Set<Path> frameworks() throws IOException {
    Set<Path> jars = new HashSet<>();
    for (String entry : JavaClassPath.expand(pool.get(Options.FRAMEWORK_CLASSPATH), Path.of("/"))) {
      Path path = Path.of(entry);
      if (Files.exists(path)) {
        jars.add(path.toRealPath());
      }
    }
    return jars;
  }

  private static Placed place(
      ClassProfile profile, Map<Long, List<Path>> bySize, Set<Path> frameworks) throws IOException {
    List<Path> jars = new ArrayList<>();
    List<Path> missing = new ArrayList<>();
    for (Path jar : profile.classPath()) {
      Optional<Path> same = frameworks.contains(jar) ? Optional.of(jar) : sameContent(jar, bySize);
      same.ifPresentOrElse(jars::add, () -> missing.add(jar));
    }
    return new Placed(profile, jars, missing);
  }

  private static Optional<Path> sameContent(Path jar, Map<Long, List<Path>> bySize)
      throws IOException {
    if (Files.isReadable(jar)) {
      for (Path candidate : bySize.getOrDefault(Files.size(jar), List.of())) {
        if (Files.mismatch(candidate, jar) < 0) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
  }

  private static Failure missing(Path directory, List<Placed> all) {
    Placed nearest =
        all.stream().min(Comparator.comparingInt(placed -> placed.missing().size())).orElseThrow();
    List<Path> missing = nearest.missing();
    return new Failure(
        ExitCodes.UNAVAILABLE,
        String.format(
            "%s has not all jars of a class path that slots have found; the nearest one has %d jars,"
                + " of which %d are missing: %s%s",
            directory,
            nearest.profile().classPath().size(),
            missing.size(),
            missing.stream()
                .limit(NAMED_MOST)
                .map(jar -> jar.getFileName().toString())
                .collect(Collectors.joining(", ")),
            missing.size() > NAMED_MOST ? ", …" : ""));
  }
}
