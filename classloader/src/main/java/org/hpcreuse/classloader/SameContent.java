/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Knows copies of some archives, whatever they are called. A copy is compared byte by byte, once
 * for each state of its file. Thread-safe.
 */
public final class SameContent {
  private final Map<Long, List<Path>> bySize;

  /** The archives as they were when they were loaded. */
  private final Map<Path, FileContent> loaded;

  private final ContentCache<Optional<Path>> known = new ContentCache<>(this::compare);

  private SameContent(Map<Long, List<Path>> bySize, Map<Path, FileContent> loaded) {
    this.bySize = bySize;
    this.loaded = loaded;
  }

  /**
   * Of these archives.
   *
   * @throws IOException when one cannot be read
   */
  public static SameContent with(Collection<Path> archives) throws IOException {
    Map<Long, List<Path>> bySize = new HashMap<>();
    Map<Path, FileContent> loaded = new HashMap<>();
    for (Path archive : archives) {
      loaded.put(archive, FileContent.of(archive));
      bySize.computeIfAbsent(Files.size(archive), size -> new ArrayList<>()).add(archive);
    }
    return new SameContent(bySize, loaded);
  }

  /** The archive that a file is a copy of. */
  public Optional<Path> find(Path file) throws IOException {
    return Files.isRegularFile(file) && bySize.containsKey(Files.size(file))
        ? known.of(file)
        : Optional.empty();
  }

  private Optional<Path> compare(Path file) throws IOException {
    for (Path candidate : bySize.getOrDefault(Files.size(file), List.of())) {
      if (Files.isRegularFile(candidate)
          && FileContent.of(candidate).equals(loaded.get(candidate))
          && Files.mismatch(candidate, file) < 0) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
