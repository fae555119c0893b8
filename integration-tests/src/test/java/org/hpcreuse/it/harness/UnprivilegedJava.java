/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The JDK of the tests, for slots that may not raise limits, also when root runs the tests. */
public final class UnprivilegedJava {
  private static final String LESS = "-sys_resource,-sys_nice";

  private UnprivilegedJava() {}

  /** A directory, made under target, whose {@code bin/java} gives up what root could do. */
  public static String home(Class<?> test) {
    try {
      Path home = Installation.target().resolve("unprivileged").resolve(test.getSimpleName());
      Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
      String command = Installation.javaHome().resolve("bin/java") + " \"$@\"\n";
      boolean root = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
      String less = "setpriv --inh-caps=" + LESS + " --bounding-set=" + LESS + " ";
      Files.writeString(java, "#!/bin/sh\nexec " + (root ? less : "") + command);
      for (String part : List.of("release", "lib")) {
        Path link = home.resolve(part);
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Installation.javaHome().toRealPath().resolve(part));
      }
      Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
      return home.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
