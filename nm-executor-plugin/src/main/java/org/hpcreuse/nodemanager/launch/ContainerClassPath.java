/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.protocol.files.FileIdentity;
import org.hpcreuse.protocol.files.FrameworkFingerprint;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.files.JavaClassPath;

/**
 * Expands the class paths of containers. The framework's part, hundreds of jars, becomes a {@link
 * FrameworkToken} where a class path names it with the words of the pool's option. Thread-safe.
 *
 * <p>The framework's fingerprint is made again when a directory of it has changed. It is not when a
 * jar is written over in place: a slot with the new content then declines, and the launcher calls
 * {@link #forget}.
 */
final class ContainerClassPath {
  private static final String WILDCARD = "/*";

  // All guarded by this.
  private String framework = "";
  private List<FileIdentity> directories = List.of();
  private String fingerprint = "";

  /**
   * Expands a class path.
   *
   * @param classPath entries separated by colons
   * @param workDir what relative entries are relative to; links must be there already
   * @param framework the pool's {@code hpc-reuse.framework.classpath}
   * @return absolute entries, and at most one token
   */
  List<String> expand(String classPath, Path workDir, String framework) throws IOException {
    List<String> all = Arrays.asList(classPath.split(":", -1));
    List<String> part = Arrays.asList(framework.split(":", -1));
    int start = Collections.indexOfSubList(all, part);
    if (start < 0 || !part.stream().allMatch(entry -> entry.startsWith("/"))) {
      return JavaClassPath.expand(classPath, workDir);
    }
    List<String> entries = new ArrayList<>(expand(all.subList(0, start), workDir));
    entries.add(FrameworkToken.of(fingerprint(framework, part)));
    entries.addAll(expand(all.subList(start + part.size(), all.size()), workDir));
    return entries;
  }

  private static List<String> expand(List<String> entries, Path workDir) throws IOException {
    return entries.isEmpty() ? List.of() : JavaClassPath.expand(String.join(":", entries), workDir);
  }

  /** Makes the fingerprint again at the next launch. */
  synchronized void forget() {
    fingerprint = "";
  }

  /** The directories are looked at first: what changes while they are read is seen next time. */
  private synchronized String fingerprint(String wanted, List<String> entries) throws IOException {
    List<FileIdentity> now = new ArrayList<>();
    for (String entry : entries) {
      now.add(FileIdentity.of(Path.of(directoryOf(entry).orElse(entry))));
    }
    if (fingerprint.isEmpty() || !wanted.equals(framework) || !now.equals(directories)) {
      fingerprint = FrameworkFingerprint.of(wanted);
      framework = wanted;
      directories = now;
    }
    return fingerprint;
  }

  private static Optional<String> directoryOf(String entry) {
    return entry.endsWith(WILDCARD)
        ? Optional.of(entry.substring(0, entry.length() - WILDCARD.length() + 1))
        : Optional.empty();
  }
}
