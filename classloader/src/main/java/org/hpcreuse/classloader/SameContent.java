/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Knows copies of some archives, whatever they are called. A copy is compared byte by byte, once
 * for each state of its file. Thread-safe.
 */
final class SameContent {
  private static final int REMEMBERED = 1_000;

  private final Map<Long, List<Path>> bySize;
  private final Map<FileContent, Optional<Path>> known =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<FileContent, Optional<Path>> eldest) {
              return size() > REMEMBERED;
            }
          });

  private SameContent(Map<Long, List<Path>> bySize) {
    this.bySize = bySize;
  }

  /**
   * Of these archives.
   *
   * @throws IOException when one cannot be read
   */
  static SameContent with(Collection<Path> archives) throws IOException {
    Map<Long, List<Path>> bySize = new HashMap<>();
    for (Path archive : archives) {
      bySize.computeIfAbsent(Files.size(archive), size -> new ArrayList<>()).add(archive);
    }
    return new SameContent(bySize);
  }

  /** The archive that a file is a copy of. */
  Optional<Path> find(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    List<Path> candidates = bySize.getOrDefault(Files.size(file), List.of());
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    FileContent content = FileContent.of(file);
    Optional<Path> same = known.get(content);
    if (same == null) {
      same = Optional.empty();
      for (Path candidate : candidates) {
        if (same.isEmpty()
            && Files.isRegularFile(candidate)
            && Files.mismatch(candidate, file) < 0) {
          same = Optional.of(candidate);
        }
      }
      known.put(content, same);
    }
    return same;
  }
}
