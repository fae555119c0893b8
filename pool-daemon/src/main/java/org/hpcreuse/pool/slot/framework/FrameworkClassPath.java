/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/** The pool's option {@code hpc-reuse.framework.classpath} as canonical paths. */
public final class FrameworkClassPath {
  private static final Path ROOT = Path.of("/");

  private FrameworkClassPath() {}

  /**
   * The framework's jars in order, wildcards expanded as the java launcher does, and last the
   * configuration directory.
   *
   * @throws IOException when there is none, or one cannot be read
   */
  public static List<Path> of(PoolFiles files) throws IOException {
    Set<Path> entries = new LinkedHashSet<>();
    for (String entry : JavaClassPath.expand(files.get(Options.FRAMEWORK_CLASSPATH), ROOT)) {
      Path path = Path.of(entry);
      if (Files.exists(path) && !path.equals(ROOT)) {
        entries.add(path.toRealPath());
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
}
