/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.hpcreuse.protocol.files.JdkRelease;

/**
 * A JDK without a SecurityManager (24 or later), for slots to run on: the newest of those installed
 * beside the one that runs the tests.
 */
public final class NewestJdk {
  private static final int WITHOUT_SECURITY_MANAGER = 24;
  private static final Optional<Path> HOME = find();

  private NewestJdk() {}

  /** Whether there is one; a condition for tests, which say so when they are skipped. */
  public static boolean isInstalled() {
    return HOME.isPresent();
  }

  /** Its home; the JDK of the tests when there is none, and the tests are then skipped. */
  public static String home() {
    return HOME.orElseGet(Installation::javaHome).toString();
  }

  /** Its feature version. */
  public static int feature() {
    return version(Path.of(home()));
  }

  private static Optional<Path> find() {
    try (Stream<Path> homes = Files.list(Installation.javaHome().toRealPath().getParent())) {
      return homes
          .filter(home -> Files.isExecutable(home.resolve("bin/java")))
          .filter(home -> version(home) >= WITHOUT_SECURITY_MANAGER)
          .max(Comparator.comparingInt(NewestJdk::version));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The feature version its file {@code release} tells; 0 when there is none. */
  private static int version(Path home) {
    if (!Files.isReadable(home.resolve("release"))) {
      return 0;
    }
    try {
      return JdkRelease.feature(home).orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
