/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.mapreduce.waits;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;

/** Runs Hadoop's real classes in a child JVM with the real agent. */
final class AgentTest {
  private static final long BOUND_S = 300;

  @TempDir Path dir;

  @Test
  void shouldEndTheSleepOfTheAllocatorWhenRequestsChangeOrTasksEnd() throws Exception {
    assertThat(probe("heartbeat"))
        .containsExactly(
            "registered",
            "heartbeat after a change of requests",
            "heartbeat after the end of a task",
            "heartbeats while a request waits",
            "reduces while maps wait: 0",
            "reduces after them: 7",
            "registered",
            "looks at reduces while maps wait: 0",
            "looks at reduces after them: 1",
            "done");
    assertThat(dir.resolve("err")).content().contains("asked the ResourceManager");
  }

  @Test
  void shouldAskOftenWhetherTheEndIsNoted() throws Exception {
    assertThat(probe("unregistration")).containsExactly("registered", "asked 4 times", "done");
  }

  @Test
  void shouldLetAReduceWaitForNews() throws Exception {
    assertThat(probe("reduce"))
        .containsExactly("the reduce waits for news", "alive after its end: false", "done");
  }

  @Test
  void shouldLetATaskCommitSoon() throws Exception {
    assertThat(probe("commit"))
        .containsExactly("ended by NullPointerException", "next pause 20", "done");
  }

  @Test
  void shouldEndAMasterWhenItsClientsKnowTheFinalState() throws Exception {
    assertThat(probe("end"))
        .containsExactly(
            "the master waits for clients",
            "alive after its end: false",
            "clients know the final state",
            "done");
    assertThat(dir.resolve("err")).content().contains("1 of 1 know the job's final state");
  }

  /** What {@link HadoopProbe} says. */
  private List<String> probe(String argument) throws Exception {
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    Process child =
        new ProcessBuilder(command(argument))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(child.waitFor(BOUND_S, TimeUnit.SECONDS)).as("child ended").isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).as(Files.readString(err)).isZero();
    assertThat(Files.readString(err)).doesNotContain("keeps a fixed sleep");
    return Files.readAllLines(out);
  }

  private List<String> command(String argument) throws Exception {
    Path classes = where(Agent.class);
    Path jar = dir.resolve("mapreduce-waits.jar");
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", Agent.class.getName());
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
    Path log4j = dir.resolve("log4j.properties");
    Files.writeString(
        log4j,
        "log4j.rootLogger=INFO,err\n"
            + "log4j.appender.err=org.apache.log4j.ConsoleAppender\n"
            + "log4j.appender.err.target=System.err\n"
            + "log4j.appender.err.layout=org.apache.log4j.SimpleLayout\n");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-javaagent:" + jar);
    command.add("-Dlog4j.configuration=" + log4j.toUri());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(HadoopProbe.class.getName(), argument));
    return command;
  }

  private static Path where(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
