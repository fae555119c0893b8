/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.protocol.files.FrameworkFingerprint;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/**
 * The pool's option {@code hpc-reuse.framework.classpath} as it was when the slot started.
 *
 * @param fingerprint {@link FrameworkFingerprint} of its files
 * @param names its entries in order, wildcards expanded as the java launcher does
 * @param jars those that exist, as canonical paths
 * @param conf the configuration directory; none or one
 */
public record FrameworkClassPath(
    String fingerprint, List<String> names, List<Path> jars, List<Path> conf) {
  private static final Path ROOT = Path.of("/");

  /**
   * A container's class path in which no token is left.
   *
   * @param names its entries, for the property {@code java.class.path}
   * @param paths the same; framework jars by their canonical paths where a token stood for them
   */
  public record Expanded(List<String> names, List<Path> paths) {}

  /**
   * Reads the option and looks at the files.
   *
   * @param fingerprint made before, so that a file which is replaced meanwhile does not look like
   *     the new one
   * @throws IOException when there is none, or one cannot be read
   */
  public static FrameworkClassPath of(PoolFiles files, String fingerprint) throws IOException {
    List<String> names = JavaClassPath.expand(files.get(Options.FRAMEWORK_CLASSPATH), ROOT);
    Set<Path> entries = new LinkedHashSet<>();
    for (String entry : names) {
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
    return new FrameworkClassPath(
        fingerprint,
        List.copyOf(names),
        List.copyOf(entries),
        conf.isEmpty() ? List.of() : List.of(Path.of(conf).toRealPath()));
  }

  /** The framework's jars in order, and last the configuration directory. */
  List<Path> entries() {
    Set<Path> entries = new LinkedHashSet<>(jars);
    entries.addAll(conf);
    return List.copyOf(entries);
  }

  /**
   * Puts the framework's entries in the place of its token.
   *
   * @return empty when the token is another framework's
   */
  public Optional<Expanded> expand(List<String> classPath) {
    List<String> allNames = new ArrayList<>();
    List<Path> allPaths = new ArrayList<>();
    for (String entry : classPath) {
      if (!FrameworkToken.isToken(entry)) {
        allNames.add(entry);
        allPaths.add(Path.of(entry));
      } else if (entry.equals(FrameworkToken.of(fingerprint))
          || entry.equals(FrameworkToken.ofAny())) {
        allNames.addAll(names);
        allPaths.addAll(jars);
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(new Expanded(allNames, allPaths));
  }
}
