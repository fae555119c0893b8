/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs a script in the real bash, with nothing in its environment but what is given. */
final class Bash {
  /** What the script is called, in the directory that it runs in. */
  static final String SCRIPT = "script.sh";

  private Bash() {}

  static List<String> run(Path dir, String script, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path file = dir.resolve(SCRIPT);
    Files.writeString(file, script);
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", file.toString());
    builder.directory(dir.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    byte[] out = process.getInputStream().readAllBytes();
    int status = process.waitFor();
    String text = new String(out, StandardCharsets.UTF_8);
    if (status != 0) {
      throw new IOException("bash ended with " + status + ": " + text);
    }
    return Arrays.asList(text.split("\0", -1));
  }
}
