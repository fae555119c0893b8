/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a run took place.
 *
 * @param commit this project's git commit, with {@code +changes} when files differ from it; {@code
 *     unknown} outside git
 * @param cpu the processor's name
 * @param cpus processors
 * @param memoryMb main memory, MiB
 * @param kernel operating system and version
 * @param jdk the JDK
 */
public record Host(String commit, String cpu, int cpus, long memoryMb, String kernel, String jdk) {
  private static final int KIB_PER_MIB = 1024;

  /**
   * Describes this machine.
   *
   * @param home the project's directory
   */
  public static Host local(Path home) throws IOException, InterruptedException {
    return new Host(
        commit(home),
        field(Path.of("/proc/cpuinfo"), "model name"),
        Runtime.getRuntime().availableProcessors(),
        kib(field(Path.of("/proc/meminfo"), "MemTotal")) / KIB_PER_MIB,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
  }

  private static String commit(Path home) throws IOException, InterruptedException {
    String commit = git(home, "rev-parse", "--short=12", "HEAD");
    if (commit.isEmpty()) {
      return "unknown";
    }
    return git(home, "status", "--porcelain", "--untracked-files=no").isEmpty()
        ? commit
        : commit + "+changes";
  }

  private static String git(Path home, String... words) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("git", "-C", home.toString()));
    line.addAll(List.of(words));
    Process process;
    try {
      process = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      return ""; // No git on this machine: the commit is unknown, the samples are good.
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? output.strip() : "";
  }

  private static String field(Path file, String name) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    }
  }

  private static long kib(String text) {
    return Long.parseLong(text.replace(" kB", ""));
  }
}
