/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.readonce.recorder.InitializesAgain;
import org.hpcreuse.it.readonce.recorder.InitializesAll;
import org.hpcreuse.it.readonce.recorder.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;

/** The list of a JDK lacks nothing, and what it names can be initialised again. */
abstract class ReadOnceListCases {
  private static final int MOST_CLASSES = 10_000;

  @TempDir Path dir;

  private final Path javaHome;
  private final int feature;

  ReadOnceListCases(Path javaHome, int feature) {
    this.javaHome = javaHome;
    this.feature = feature;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldNameEveryClassWhoseInitialiserReadsSomething(long seed) throws Exception {
    List<String> lines = run("reads", InitializesAll.class, List.of(), Long.toString(seed));
    Set<String> listed = listed();
    List<String> missing =
        lines.stream()
            .filter(line -> line.startsWith("read "))
            .filter(line -> !listed.contains(line.split(" ", 3)[1]))
            .toList();

    assertThat(count(lines)).isGreaterThan(MOST_CLASSES);
    assertThat(lines).anyMatch(line -> line.startsWith("read sun/security/ssl/"));
    assertThat(missing).isEmpty();
  }

  @Test
  void shouldInitialiseAgainWhatItNames() throws Exception {
    Path lib = Files.createDirectory(dir.resolve("lib"));
    for (String module : List.of("cleanup-agent", "cleanup-boot", "port-access", "hadoop-agent")) {
      Path jar = Installation.root().resolve(module).resolve("target").resolve(module + ".jar");
      Files.copy(jar, lib.resolve(jar.getFileName()));
    }
    // As a slot on several nodes has it: looking up an address loads some of these classes.
    Path peers = Files.writeString(dir.resolve("peers"), "127.0.0.1\n");
    List<String> lines =
        run(
            "open",
            InitializesAgain.class,
            List.of(
                "-javaagent:" + lib.resolve("cleanup-agent.jar"),
                "-javaagent:" + lib.resolve("port-access.jar") + "=peers=" + peers,
                "-javaagent:" + lib.resolve("hadoop-agent.jar=waits")),
            list().toString());

    assertThat(lines).noneMatch(line -> line.startsWith("broken"));
    assertThat(count(lines)).isGreaterThan(200);
  }

  private Path list() {
    return Installation.root()
        .resolve("cleanup-agent/src/main/resources/org/hpcreuse/cleanup/initializer")
        .resolve("jdk-" + feature + ".txt");
  }

  private Set<String> listed() throws IOException {
    return Files.readAllLines(list()).stream()
        .filter(line -> !line.startsWith("uses ") && !line.startsWith("#"))
        .map(line -> line.split(" ", 3)[1])
        .collect(Collectors.toSet());
  }

  private static long count(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("initialised "))
        .mapToLong(line -> Long.parseLong(line.substring("initialised ".length())))
        .findFirst()
        .orElse(0);
  }

  /** Runs a program to its end with the recorder as an agent; its output in lines. */
  private List<String> run(String mode, Class<?> program, List<String> options, String... arguments)
      throws IOException, InterruptedException {
    Path jar = pack();
    Path out = dir.resolve("out");
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin/java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-Djava.awt.headless=true"));
    command.addAll(options);
    command.addAll(List.of("-javaagent:" + jar + "=" + mode, "-cp", jar.toString()));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(dir.resolve("err").toFile())
            .start();
    try {
      assertThat(process.waitFor(2 * Waits.START.toSeconds(), TimeUnit.SECONDS))
          .as("end of %s within two times %s", program.getSimpleName(), Waits.START)
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(dir.resolve("err"))).isZero();
    return Files.readAllLines(out);
  }

  private Path pack() throws IOException {
    Path jar = dir.resolve("recorder.jar");
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", Recorder.class.getName());
    main.putValue("Boot-Class-Path", "recorder.jar");
    main.putValue("Can-Retransform-Classes", "true");
    main.putValue("Can-Redefine-Classes", "true");
    Path asm = Installation.jarOf(ClassReader.class);
    main.putValue("Boot-Class-Path", "recorder.jar " + asm.toUri().getPath());
    Path top = Installation.jarOf(Recorder.class);
    Path classes = top.resolve(Recorder.class.getPackageName().replace('.', '/'));
    try (JarOutputStream entries = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> files = Files.list(classes)) {
      for (Path file : files.toList()) {
        entries.putNextEntry(new JarEntry(top.relativize(file).toString()));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
    return jar;
  }
}
