/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.option.Options;

/**
 * Names of framework classes that {@code learn} has added to those a slot initialises while idle,
 * one a line. A file for each framework, told by its fingerprint, since another version has others.
 *
 * @param file where they are; need not exist
 */
public record LearnedClasses(Path file) {

  /** Those of a pool's framework. */
  public static LearnedClasses of(PoolFiles files) throws IOException {
    return of(files, FrameworkFingerprint.of(files.get(Options.FRAMEWORK_CLASSPATH)));
  }

  /** Those of a framework whose {@link FrameworkFingerprint} is known. */
  public static LearnedClasses of(PoolFiles files, String fingerprint) {
    return new LearnedClasses(
        directory(files.settings(), files.dir()).resolve("learned-" + fingerprint + ".txt"));
  }

  /** Where a pool with these options has what was learned. */
  static Path directory(Map<String, String> settings, Path poolDir) {
    String directory = Options.LEARNED_DIR.in(settings);
    return directory.isEmpty() ? poolDir : Path.of(directory);
  }

  /** The names; none without a file. */
  public List<String> read() throws IOException {
    return Files.exists(file)
        ? Files.readAllLines(file).stream().filter(name -> !name.isBlank()).toList()
        : List.of();
  }
}
