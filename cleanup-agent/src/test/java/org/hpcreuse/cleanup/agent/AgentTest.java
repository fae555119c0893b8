/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a child JVM with the real agent: its effect on the JDK can only be seen from outside. */
final class AgentTest {
  private static final long CHILD_BOUND_S = 60;

  @TempDir Path dir;

  @Test
  void shouldActOnTheContainerInsteadOfTheProcess() throws Exception {
    Process child = run();

    List<String> lines = output();
    assertThat(lines)
        .contains(
            "failures []",
            "exit 3",
            "halt 4",
            "exit 5",
            "exit 6",
            "thrown java.lang.ThreadDeath",
            "thrown java.lang.UnsupportedOperationException",
            "opened outside 0",
            "timers 1",
            "heap asked for",
            "heap of the slot",
            "system loader container",
            "own loader app",
            "loader of an ended thread null",
            "mode rw-r-----",
            "mode rwxrwxrwt",
            "owner " + System.getProperty("user.name"));
    assertThat(lines)
        .filteredOn(line -> line.startsWith("tmp "))
        .hasSize(4)
        .allMatch(line -> line.endsWith("true"));
    assertThat(lines)
        .filteredOn(line -> line.startsWith("opened ") && line.contains(" by "))
        .hasSize(13)
        .allMatch(line -> line.startsWith("opened true"));
    assertThat(lines)
        .filteredOn(line -> line.startsWith("lost "))
        .containsExactlyInAnyOrder(
            "lost sun.nio.ch.SourceChannelImpl",
            "lost sun.nio.ch.SinkChannelImpl",
            "lost sun.nio.ch.SocketChannelImpl",
            "lost sun.nio.ch.ServerSocketChannelImpl",
            "lost sun.nio.ch.EPollSelectorImpl",
            "lost sun.nio.fs.UnixSecureDirectoryStream");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("archive of "))
        .containsExactly(
            "archive of java.util.jar.JarFile: java.util.jar.JarFile",
            "archive of java.util.zip.ZipFile: java.util.zip.ZipFile",
            "archive of class loader: jdk.internal.loader.URLClassPath");
    assertThat(child.exitValue()).as("exit outside a container is real").isEqualTo(42);
  }

  @Test
  void shouldReportAMethodThatIsNotThere() throws IOException {
    Rewrite rewrite =
        new Rewrite("java/lang/Runtime", Map.of("gone()V", new MethodRewrite.Prologue(code -> {})));
    byte[] classFile;
    try (var in = Runtime.class.getResourceAsStream("Runtime.class")) {
      classFile = in.readAllBytes();
    }

    assertThatThrownBy(() -> Transformer.apply(rewrite, classFile))
        .hasMessageContaining("java/lang/Runtime")
        .hasMessageContaining("gone()V");
    Transformer transformer = new Transformer(List.of(rewrite), Optional.empty(), JdkImage.of(""));
    Module base = Object.class.getModule();
    assertThat(transformer.transform(base, null, "java/lang/Runtime", null, null, classFile))
        .isNull();
    assertThat(transformer.failures()).singleElement().asString().contains("java/lang/Runtime");
  }

  /** Runs the probe to its end. */
  private Process run() throws Exception {
    Path work = Files.createDirectory(dir.resolve("work"));
    Process child =
        new ProcessBuilder(command(work.toString()))
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("output").toFile())
            .start();
    try {
      assertThat(child.waitFor(CHILD_BOUND_S, TimeUnit.SECONDS)).as("child ended").isTrue();
    } finally {
      child.destroyForcibly();
    }
    return child;
  }

  private List<String> output() throws IOException {
    return Files.readAllLines(dir.resolve("output"));
  }

  private List<String> command(String argument) throws Exception {
    Path boot = jar("cleanup-boot.jar", classes(SlotHooks.class), new Manifest());
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.putValue("Premain-Class", Agent.class.getName());
    attributes.putValue("Boot-Class-Path", boot.toString());
    attributes.putValue("Can-Retransform-Classes", "true");
    Path agent = jar("agent.jar", classes(Agent.class), manifest);
    String path =
        Stream.of(System.getProperty("java.class.path").split(":"))
            .filter(entry -> !entry.equals(classes(SlotHooks.class).toString()))
            .reduce((a, b) -> a + ":" + b)
            .orElseThrow();
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-javaagent:" + agent,
        "-cp",
        path,
        ProcessProbe.class.getName(),
        argument);
  }

  private static Path classes(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Copies a directory of classes, or a jar, into an own jar with this manifest. */
  private Path jar(String name, Path classes, Manifest manifest) throws IOException {
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    Path file = dir.resolve(name);
    if (Files.isRegularFile(classes)) {
      return Files.copy(classes, file);
    }
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path source : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        jar.putNextEntry(new JarEntry(classes.relativize(source).toString()));
        Files.copy(source, jar);
        jar.closeEntry();
      }
    }
    return file;
  }
}
