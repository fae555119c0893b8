/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.it.program.Turnstile;

/**
 * Starts processes that try to outlive it, each in its own way, writes their pids to files and
 * waits at the gate: {@code Children GATE}.
 */
public final class Children {
  /** What each shell runs; it puts its pid into the file named by its first argument. */
  private static final String STAY = "echo $$ > \"$0.new\"; mv \"$0.new\" \"$0\"; exec sleep 600";

  private Children() {}

  /** Starts them, waits until all have come up, then at the gate. */
  public static void main(String[] args) throws IOException, InterruptedException {
    start("plain", List.of("sh", "-c", STAY, file("plain")));
    start("session", List.of("setsid", "sh", "-c", STAY, file("session")));
    start("orphan", List.of("sh", "-c", "setsid sh -c '" + STAY + "' \"$0\" &", file("orphan")));
    String away = "cd /; exec env -i PATH=/usr/bin:/bin setsid sh -c '" + STAY + "' \"$0\"";
    start("stranger", List.of("sh", "-c", "(" + away + ") & exit 0", file("stranger")));
    for (String name : List.of("plain", "session", "orphan", "stranger")) {
      while (!Files.exists(Path.of(file(name)))) {
        Thread.onSpinWait();
      }
      System.out.println(name + "=" + Files.readString(Path.of(file(name))).strip());
    }
    Turnstile.pass(args[0]);
  }

  private static void start(String name, List<String> command) throws IOException {
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(Path.of(name + ".out").toFile())
        .start();
  }

  private static String file(String name) {
    return Path.of(name + ".pid").toAbsolutePath().toString();
  }
}
