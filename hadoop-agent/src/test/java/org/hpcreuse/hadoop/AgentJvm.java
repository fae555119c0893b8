/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/** A child JVM with the agent and Hadoop's classes. */
public final class AgentJvm {
  private static final long BOUND_S = 300;

  private AgentJvm() {}

  /**
   * Runs a program to its end, and leaves what it wrote in the files {@code out} and {@code err}.
   *
   * @param dir where the agent's jar and the files go
   * @param agent the agent's arguments
   * @param program has a main()
   * @param argument of the program
   * @return the lines of its standard output
   */
  public static List<String> run(Path dir, String agent, Class<?> program, String argument)
      throws IOException, InterruptedException {
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    Process child =
        new ProcessBuilder(command(dir, agent, program, argument))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(child.waitFor(BOUND_S, TimeUnit.SECONDS)).as("child ended").isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).as(Files.readString(err)).isZero();
    assertThat(Files.readString(err)).doesNotContain("stays as it is");
    return Files.readAllLines(out);
  }

  private static List<String> command(Path dir, String agent, Class<?> program, String argument)
      throws IOException {
    Path log4j = dir.resolve("log4j.properties");
    Files.writeString(
        log4j,
        "log4j.rootLogger=INFO,err\n"
            + "log4j.appender.err=org.apache.log4j.ConsoleAppender\n"
            + "log4j.appender.err.target=System.err\n"
            + "log4j.appender.err.layout=org.apache.log4j.SimpleLayout\n");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-javaagent:" + jar(dir) + "=" + agent);
    command.add("-Dlog4j.configuration=" + log4j.toUri());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(program.getName(), argument));
    return command;
  }

  private static Path jar(Path dir) throws IOException {
    Path classes = where(HadoopAgent.class);
    Path jar = dir.resolve("hadoop-agent.jar");
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", HadoopAgent.class.getName());
    attributes.putValue("Boot-Class-Path", jar.getFileName() + " " + where(ClassReader.class));
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
    return jar;
  }

  private static Path where(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
