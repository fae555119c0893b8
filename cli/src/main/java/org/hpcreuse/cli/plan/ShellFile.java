/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** A file of variables that a POSIX shell can source. */
final class ShellFile {
  private ShellFile() {}

  static void write(Path file, String prefix, Map<String, ?> variables) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        variables.entrySet().stream()
            .map(v -> prefix + v.getKey() + "=" + quote(v.getValue().toString()) + "\n")
            .collect(Collectors.joining()));
  }

  /** One word, whatever is in it. */
  static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
