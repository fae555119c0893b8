/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.hpcreuse.cli.diagnosis.DiagBundle;
import org.hpcreuse.cli.diagnosis.Redaction;
import org.hpcreuse.cli.pool.AnsweringPool;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DiagCommandTest {
  @TempDir Path temp;
  private Path dir;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void makeDirectory() throws IOException {
    dir = Files.createDirectory(temp.resolve("cluster"));
  }

  private Map<String, String> collect() throws IOException {
    Path file = temp.resolve("bundle.zip");
    CommandLine commands = CliMain.commandLine();
    commands.setErr(new PrintWriter(err, true));
    commands.setOut(new PrintWriter(new StringWriter(), true));
    int status = commands.execute("diag", "--dir", dir.toString(), "--output", file.toString());
    assertThat(status).as(err.toString()).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Map<String, String> entries = new TreeMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        byte[] bytes = zip.getInputStream(entry).readAllBytes();
        entries.put(entry.getName(), new String(bytes, StandardCharsets.UTF_8));
      }
    }
    return entries;
  }

  @Test
  void shouldCollectStatusLogsAndThreadsOfARunningPool() throws IOException {
    long own = ProcessHandle.current().pid();
    try (AnsweringPool pool = AnsweringPool.in(dir)) {
      pool.answers(new Message.Text("{\"pool\":{\"pid\":" + own + "},\"slots\":[]}"));
      Files.createDirectories(dir.resolve("pool/logs"));
      Files.writeString(dir.resolve("pool/logs/slot-0-1.log"), "slot ready\n");

      Map<String, String> entries = collect();

      assertThat(entries.get("status.json")).contains(Long.toString(own));
      assertThat(entries).containsEntry("pool/logs/slot-0-1.log", "slot ready\n");
      assertThat(entries.get("threads/" + own + ".txt")).contains("DiagCommandTest");
    }
  }

  @Test
  void shouldCollectWhatThereIsWhenThePoolIsDown() throws IOException {
    AnsweringPool.in(dir).close();
    Files.createDirectories(dir.resolve("logs"));
    Files.writeString(dir.resolve("logs/pool-manager.log"), "died\n");
    Files.writeString(dir.resolve("logs/pool-manager.log.1"), "lived\n");

    Map<String, String> entries = collect();

    assertThat(entries.get("status.json")).contains("error", "not running");
    assertThat(entries)
        .containsEntry("logs/pool-manager.log", "died\n")
        .containsEntry("logs/pool-manager.log.1", "lived\n");
  }

  @Test
  void shouldLeaveSecretsOut() throws IOException {
    try (AnsweringPool pool = AnsweringPool.in(dir)) {
      pool.answers(new Message.Text("{}"));
      String secret = PoolFiles.open(dir.resolve("pool")).readSecret();
      Files.createDirectories(dir.resolve("logs/userlogs"));
      Files.writeString(dir.resolve("logs/userlogs/stdout.log"), "a container's own");
      Files.writeString(
          dir.resolve("logs/nodemanager.log"),
          "said " + secret + " and fs.s3a.secret.key=abc123 and ssl.password: def456\nlast\n");
      Files.writeString(
          dir.resolve("conf/core-site.xml"),
          "<property>\n<name>hadoop.ssl.keystore.password</name>\n<value>ghi\n789</value>");

      Map<String, String> entries = collect();

      String all = String.join("\n", entries.values());
      assertThat(all)
          .doesNotContain(secret, "abc123", "def456", "ghi", "789</value>", "a container");
      assertThat(entries.keySet()).noneMatch(name -> name.endsWith("secret"));
      assertThat(entries.get("logs/nodemanager.log")).contains(Redaction.MASK).endsWith("last\n");
    }
  }

  @Test
  void shouldTakeTheEndOfALargeLogFromTheBeginningOfALine() throws IOException {
    try (AnsweringPool pool = AnsweringPool.in(dir)) {
      pool.answers(new Message.Text("{}"));
      Files.createDirectories(dir.resolve("logs"));
      String line = "x".repeat(98) + "y\n";
      Files.writeString(dir.resolve("logs/a.log"), line.repeat(20_000));

      String end = collect().get("logs/a.log");

      assertThat(end.length()).isLessThanOrEqualTo(DiagBundle.MAX_BYTES);
      assertThat(end).startsWith("x".repeat(98) + "y\n");
    }
  }

  @Test
  void shouldNameTheDirectoryThatHasNoCluster() {
    CommandLine commands = CliMain.commandLine();
    commands.setErr(new PrintWriter(err, true));

    assertThat(commands.execute("diag", "--dir", dir.toString())).isEqualTo(ExitCodes.UNAVAILABLE);

    assertThat(err.toString()).contains("no cluster in " + dir);
  }
}
