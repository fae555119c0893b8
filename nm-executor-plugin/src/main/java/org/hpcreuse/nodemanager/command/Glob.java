/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A word with unquoted {@code *}, {@code ?} or {@code [}. Bash replaces it by the names of the
 * files that it matches, and leaves it as it is when there are none.
 *
 * <p>This class answers whether there may be one, and errs on the side of yes: it takes {@code [}
 * and all that follows for any text, compares only the first part of the path that has a pattern in
 * it, and lets {@code *} match a dot at a name's beginning.
 *
 * @param directory what stands before the first part with a pattern, as written; with its slash
 * @param names matches the names in that directory
 */
record Glob(String directory, Pattern names) {
  /** What a listing leaves out, and what a forked container has beside its own files. */
  private static final List<String> IN_EVERY_DIRECTORY =
      List.of(
          ".",
          "..",
          "launch_container.sh",
          ".launch_container.sh.crc",
          "container_tokens",
          ".container_tokens.crc",
          "default_container_executor.sh",
          ".default_container_executor.sh.crc",
          "default_container_executor_session.sh",
          ".default_container_executor_session.sh.crc");

  /** Whether bash might find a file for it. */
  boolean mayMatch(Path workDir) throws IOException {
    Path place = workDir.resolve(directory);
    if (!Files.isDirectory(place)) {
      return false;
    }
    if (!Files.isReadable(place)) {
      return true;
    }
    if (IN_EVERY_DIRECTORY.stream().anyMatch(name -> names.matcher(name).matches())) {
      return true;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
      for (Path file : files) {
        if (names.matcher(file.getFileName().toString()).matches()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Collects a word character by character. */
  static final class Builder {
    private final StringBuilder literal = new StringBuilder();
    private final StringBuilder regex = new StringBuilder();
    private String directory = "";
    private boolean isPattern;
    private boolean isComplete;

    /** Adds text that stands for itself. */
    void text(String text) {
      for (int i = 0; i < text.length() && !isComplete; i++) {
        char c = text.charAt(i);
        if (c != '/') {
          literal.append(c);
          regex.append(Pattern.quote(String.valueOf(c)));
        } else if (isPattern) {
          isComplete = true;
        } else {
          directory += literal.append('/');
          literal.setLength(0);
          regex.setLength(0);
        }
      }
    }

    /** Adds an unquoted character with a meaning for patterns. */
    void wildcard(char c) {
      if (isComplete) {
        return;
      }
      isPattern = true;
      literal.append(c);
      regex.append(c == '?' ? "." : ".*");
      isComplete = c == '[';
    }

    boolean isPattern() {
      return isPattern;
    }

    Glob build() {
      return new Glob(directory, Pattern.compile(regex.toString(), Pattern.DOTALL));
    }
  }
}
