/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hpcreuse.protocol.Options;
import org.hpcreuse.protocol.PoolFiles;

/** The pool's option {@code hpc-reuse.framework.classpath} as canonical paths. */
final class FrameworkClassPath {
  private FrameworkClassPath() {}

  /**
   * The framework's jars in order, wildcards expanded as the java launcher does, and last the
   * configuration directory.
   *
   * @throws IOException when there is none, or one cannot be read
   */
  static List<Path> of(PoolFiles files) throws IOException {
    Set<Path> entries = new LinkedHashSet<>();
    for (String entry : files.get(Options.FRAMEWORK_CLASSPATH).split(":", -1)) {
      if (entry.endsWith("/*")) {
        entries.addAll(jarsIn(Path.of(entry.substring(0, entry.length() - 2))));
      } else if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
        entries.add(Path.of(entry).toRealPath());
      }
    }
    if (entries.isEmpty()) {
      throw new IOException(
          Options.FRAMEWORK_CLASSPATH.key()
              + " = \""
              + files.get(Options.FRAMEWORK_CLASSPATH)
              + "\" names nothing that exists");
    }
    String conf = files.get(Options.CONF_DIR);
    if (!conf.isEmpty()) {
      entries.add(Path.of(conf).toRealPath());
    }
    return new ArrayList<>(entries);
  }

  private static List<Path> jarsIn(Path dir) throws IOException {
    if (!Files.isDirectory(dir)) {
      return List.of();
    }
    List<Path> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(dir)) {
      for (Path jar : files.sorted().toList()) {
        String name = jar.getFileName().toString();
        if (name.endsWith(".jar") || name.endsWith(".JAR")) {
          jars.add(jar.toRealPath());
        }
      }
    }
    return jars;
  }
}
