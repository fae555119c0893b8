/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;

/**
 * A command of {@code bin/hpc-reuse} that has ended.
 *
 * @param status its exit status
 * @param text what it has printed
 */
public record CommandLine(int status, String text) {

  /** Runs a command on a pool, as the launcher does. */
  public static CommandLine run(PoolExtension pool, String command, String... arguments)
      throws IOException, InterruptedException {
    Files.createDirectories(pool.dir().resolve("conf"));
    List<String> words = new ArrayList<>();
    words.add(Installation.javaHome().resolve("bin/java").toString());
    words.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-cp"));
    words.add(System.getProperty("java.class.path"));
    words.addAll(List.of("org.hpcreuse.cli.command.CliMain", command, "--dir=" + pool.dir()));
    words.addAll(List.of(arguments));
    Path log = Files.createTempFile(pool.dir(), command, ".log");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(Waits.START.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String text = Files.readString(log, StandardCharsets.UTF_8);
    if (!ended) {
      throw new AssertionError(command + " did not end within " + Waits.START + ": " + text);
    }
    return new CommandLine(process.exitValue(), text);
  }
}
