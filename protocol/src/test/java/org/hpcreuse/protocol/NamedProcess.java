/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A process whose name, as the kernel has it, is not UTF-8. */
final class NamedProcess {
  private NamedProcess() {}

  /**
   * Starts one that sleeps: its name has an umlaut as 15th and 16th byte, of which the kernel keeps
   * 15. A shell makes the file, since this JVM may not be able to name it.
   *
   * @param dir where its program is put
   */
  static Process cutWithinALetter(Path dir) throws IOException {
    String script =
        "f=\"$0/$(printf 'named_by_hand_\\303\\274')\"; cp \"$(command -v sleep)\" \"$f\"; exec \"$f\" 300";
    Process process = new ProcessBuilder("sh", "-c", script, dir.toString()).start();
    Path name = Path.of("/proc", Long.toString(process.pid()), "comm");
    Awaitility.await("name cut within a letter")
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                Files.readString(name, StandardCharsets.ISO_8859_1)
                    .equals("named_by_hand_\u00c3\n"));
    return process;
  }
}
