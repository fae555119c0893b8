/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.ShowProcessContext;
import org.hpcreuse.it.program.Streams;
import org.hpcreuse.it.program.Turnstile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A container finds the environment, directory, properties and streams that YARN has given it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProcessContextCases {
  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  ProcessContextCases(PoolExtension pool) {
    this.pool = pool;
  }

  private Container shower() throws Exception {
    return pool.container(ShowProcessContext.class);
  }

  @Test
  void shouldSeeExactlyTheEnvironmentItWasGiven() throws Exception {
    Container container = shower().environment("GIVEN", "a value = with signs ä");

    Outcome outcome = pool.run(container);

    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    assertThat(variables(outcome, "env.")).isEqualTo(container.environment());
    assertThat(variables(outcome, "native.")).isEqualTo(container.environment());
    Map<String, String> copied = variables(outcome, "copied.");
    assertThat(copied.remove("ADDED_FOR_CHILD")).isEqualTo("1");
    assertThat(copied).isEqualTo(container.environment());
  }

  @Test
  void shouldSeeNothingOfTheEnvironmentOfTheContainerBefore() throws Exception {
    Outcome first = pool.run(shower().environment("ONLY_MINE", "secret"));

    Outcome second = pool.run(shower());
    Outcome third = pool.run(shower());

    assertThat(first.stdout()).contains("ONLY_MINE=secret");
    // One of two slots after the other.
    assertThat(third.assigned().slotPid()).isEqualTo(first.assigned().slotPid());
    for (Outcome next : List.of(second, third)) {
      assertThat(variables(next, "native.")).isNotEmpty();
      assertThat(next.stdout()).doesNotContain("ONLY_MINE");
    }
  }

  @Test
  void shouldShowNothingOfItsTextsToWhoLooksAtThePool() throws Exception {
    String canary = "canary-7be3";
    try (Gate gate = new Gate()) {
      Container container =
          pool.container(Turnstile.class)
              .arguments(gate.address(), canary)
              .environment("TOKEN", canary)
              .property("token", canary);
      Launched launched = pool.launch(container);
      gate.awaitArrival();
      JsonNode status = pool.status();

      assertThat(status.toString()).contains(container.id()).doesNotContain(canary);
      assertThat(commandLine(status.at("/pool/pid").asLong())).doesNotContain(canary);
      assertThat(commandLine(launched.assigned().slotPid())).doesNotContain(canary);
      gate.open();
      assertThat(launched.outcome().status()).isZero();
    }
    pool.run(pool.container(Turnstile.class).mainClass("no.such.Program").property("p", canary));
    pool.run(pool.container(Turnstile.class).arguments("no port", canary));

    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(pool.files().dir())) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    assertThat(files).contains(pool.managerLog());
    for (Path file : files) {
      assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
          .as(file.toString())
          .doesNotContain(canary);
    }
  }

  private static String commandLine(long pid) throws IOException {
    return Files.readString(
        Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1);
  }

  private static Map<String, String> variables(Outcome outcome, String prefix) {
    Map<String, String> variables = new TreeMap<>();
    for (String line : outcome.lines()) {
      if (line.startsWith(prefix)) {
        int equals = line.indexOf('=');
        variables.put(line.substring(prefix.length(), equals), line.substring(equals + 1));
      }
    }
    return variables;
  }

  @Test
  void shouldWorkInItsDirectoryWhoeverAsks() throws Exception {
    for (int i = 0; i < 2; i++) {
      Container container = shower();
      String dir = container.workDir().toRealPath().toString();

      Outcome outcome = pool.run(container);

      assertThat(outcome.value("pwd")).isEqualTo(dir);
      assertThat(outcome.value("user.dir")).isEqualTo(container.workDir().toString());
      assertThat(outcome.value("file.cwd")).isEqualTo(container.workDir() + "/x");
      assertThat(outcome.value("file.canonical")).isEqualTo(dir + "/x");
      assertThat(outcome.value("nio.cwd")).isEqualTo(container.workDir() + "/x");
      assertThat(container.workDir().resolve("from-nio")).exists();
      assertThat(container.workDir().resolve("from-io")).exists();
      assertThat(container.workDir().resolve("from-child")).exists();
    }
  }

  @Test
  void shouldSeeItsOwnSystemPropertiesOnly() throws Exception {
    Outcome first = pool.run(shower().property("set.by.test", "mine"));
    Outcome second = pool.run(shower());

    assertThat(first.value("set.by.test")).isEqualTo("mine");
    assertThat(second.value("set.by.test")).isEqualTo("null");
  }

  @Test
  void shouldMakeTemporaryFilesWhereItsPropertySays() throws Exception {
    for (int i = 0; i < 2; i++) {
      Container container = shower();
      Path tmp = Files.createDirectory(container.workDir().resolve("tmp"));

      Outcome outcome = pool.run(container.property("java.io.tmpdir", tmp.toString()));

      assertThat(outcome.value("file.temp")).isEqualTo(tmp.toString());
      assertThat(outcome.value("nio.temp")).isEqualTo(tmp.toString());
    }
  }

  @Test
  void shouldWriteToItsOwnFiles() throws Exception {
    Outcome outcome = pool.run(pool.container(Streams.class).arguments("print"));

    assertThat(List.of(outcome.stdout(), outcome.stderr())).containsExactly("out", "err");
  }

  @Test
  void shouldWriteOutputOfChildProcessesToItsOwnFiles() throws Exception {
    Outcome outcome = pool.run(pool.container(Streams.class).arguments("child"));

    assertThat(List.of(outcome.stdout(), outcome.stderr()))
        .containsExactly("child out", "child err");
  }

  @Test
  void shouldFindTheProgramsOfItsOwnPath() throws Exception {
    for (String name : List.of("a", "b", "c", "d")) {
      Container container = pool.container(Streams.class).arguments("tool");
      Path tool = Files.createDirectory(container.workDir().resolve("bin")).resolve("tool");
      Files.writeString(tool, "#!/bin/sh\nprintf '%s' " + name + "\n");
      Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));

      Outcome outcome = pool.run(container.environment("PATH", tool.getParent() + ":/bin"));

      assertThat(outcome.stdout()).as(outcome.stderr()).isEqualTo(name);
    }
  }

  @Test
  void shouldReadNothingFromItsStandardInput() throws Exception {
    assertThat(pool.run(pool.container(Streams.class).arguments("read")).stdout()).isEqualTo("-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"close", "close-descriptor", "replace", "descriptor"})
  void shouldGiveTheNextContainerWorkingStreams(String before) throws Exception {
    pool.run(pool.container(Streams.class).arguments(before));
    for (String how : List.of("print", "child")) {
      Outcome next = pool.run(pool.container(Streams.class).arguments(how));

      assertThat(next.stdout()).endsWith("out");
      assertThat(next.stderr()).endsWith("err");
    }
  }
}
