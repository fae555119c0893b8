/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What this process's standard output is. */
public final class Terminal {
  private static final Pattern DEVICE = Pattern.compile("/dev/(pts/|tty|console).*");

  private Terminal() {}

  /** Whether a terminal shows it; {@code System.console()} would ask for one as input, too. */
  public static boolean showsOutput() {
    return is(Path.of("/proc/self/fd/1"));
  }

  public static boolean is(Path descriptor) {
    try {
      return DEVICE.matcher(Files.readSymbolicLink(descriptor).toString()).matches();
    } catch (IOException e) {
      return false;
    }
  }
}
