/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Properties;

/** The file {@code release} of a JDK. */
public final class JdkRelease {
  private JdkRelease() {}

  /**
   * The feature version that it tells.
   *
   * @param home the JDK's directory
   * @return empty when the file has no version
   * @throws IOException when there is no such file, or it cannot be read
   */
  public static OptionalInt feature(Path home) throws IOException {
    Properties release = new Properties();
    try (InputStream in = Files.newInputStream(home.resolve("release"))) {
      release.load(in);
    }
    String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
    return version.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(Runtime.Version.parse(version).feature());
  }
}
