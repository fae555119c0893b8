/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What YARN says of a container that is over, without what it says of each. */
final class Diagnostics {
  private static final Pattern TIME = Pattern.compile("^\\[\\d{4}-\\d\\d-\\d\\d [\\d:.]+\\]");

  private static final List<String> USUAL =
      List.of(
          "Exception from container-launch",
          "Container id:",
          "Exit code:",
          "Container exited with a non-zero exit code",
          "Container killed on request. Exit code is",
          "Killed by external signal",
          "Last 4096 bytes of");

  private Diagnostics() {}

  /**
   * The lines that say something, once each.
   *
   * @param text YARN's diagnostics; may be empty
   */
  static String essence(String text) {
    return text.lines()
        .map(line -> TIME.matcher(line).replaceFirst("").strip())
        .filter(line -> !line.isEmpty() && USUAL.stream().noneMatch(line::startsWith))
        .distinct()
        .collect(Collectors.joining("\n"));
  }
}
