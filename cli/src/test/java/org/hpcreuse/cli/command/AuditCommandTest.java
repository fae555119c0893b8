/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.hpcreuse.cli.pool.AnsweringPool;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AuditCommandTest {
  private static final String CLEAN =
      "{\"slot\":1,\"containers\":3,\"audited\":true,\"error\":\"\",\"fds\":40,\"rssKb\":204800,"
          + "\"residueCount\":0,\"allowedCount\":1,\"residue\":[],\"allowed\":[]}";
  private static final String SPOILT =
      "{\"slot\":0,\"containers\":2,\"audited\":true,\"error\":\"\",\"residueCount\":5,"
          + "\"residue\":[{\"kind\":\"property\",\"where\":\"left\",\"before\":\"\","
          + "\"after\":\"1\"}],\"allowed\":[]}";
  private static final String BUSY =
      "{\"slot\":2,\"audited\":false,\"error\":\"not audited: RUNNING\",\"residue\":[]}";

  @TempDir Path dir;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private AnsweringPool pool;

  @BeforeEach
  void startPool() throws IOException {
    pool = AnsweringPool.in(dir);
  }

  @AfterEach
  void stopPool() throws IOException {
    pool.close();
  }

  @Test
  void shouldSayThatASlotIsClean() {
    pool.answers(new Message.Text(CLEAN), new Message.Done());

    assertThat(run()).isEqualTo(ExitCodes.OK);

    assertThat(out.toString().lines())
        .containsExactly(
            "slot  containers  differences  loaders  allowed  resident  result",
            "                               left              MiB",
            "1     3           0            0        1        200       clean");
  }

  @Test
  void shouldShowRowsInTheOrderOfSlotsAndFail() {
    pool.answers(new Message.Text(CLEAN), new Message.Text(SPOILT), new Message.Done());

    assertThat(run()).isEqualTo(ExitCodes.FAILED);

    assertThat(out.toString().lines().skip(2))
        .containsExactly(
            "0     2           5            0        0        0         something is left",
            "1     3           0            0        1        200       clean",
            "",
            "slot 0   property left: - -> 1",
            "slot 0   and 4 more");
  }

  @Test
  void shouldShowFiguresAndAllowedDifferencesToWhoAsksForMore() {
    String row =
        "{\"kind\":\"static\",\"where\":\"a.B.c\",\"before\":\"1\",\"after\":\"2\","
            + "\"rule\":\"counter\",\"reason\":\"it counts\"}";
    pool.answers(
        new Message.Text(CLEAN.replace("\"allowed\":[]", "\"allowed\":[" + row + "]")),
        new Message.Done());

    assertThat(run("-v")).isEqualTo(ExitCodes.OK);

    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("slot 1 allowed by counter: static a.B.c: 1 -> 2 slot 1 metaspaceKb 0,")
        .contains("fds 40");
  }

  @Test
  void shouldFitAHundredCharactersWithLongValuesAndPaths() {
    String value = "org.example.Holder$Inner@1f ".repeat(50);
    pool.answers(
        new Message.Text(
            SPOILT
                .replace("\"where\":\"left\"", "\"where\":\"" + "a.b.".repeat(60) + "C.d\"")
                .replace("\"after\":\"1\"", "\"after\":\"" + value + "end\"")
                .replace("\"allowed\":[]", "\"allowed\":[],\"paths\":[\"" + value + "\"]")),
        new Message.Text(BUSY.replace("RUNNING", "RUNNING " + value)),
        new Message.Done());

    assertThat(run()).isEqualTo(ExitCodes.FAILED);
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 100, "fits");
    assertThat(out.toString()).doesNotContain("end").contains("slot 0   held: org.example");
    out.getBuffer().setLength(0);

    assertThat(run("-v")).isEqualTo(ExitCodes.FAILED);
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 100, "fits");
    assertThat(out.toString()).contains("end");
  }

  @Test
  void shouldNotCallASlotCleanThatHoldsALoader() {
    pool.answers(
        new Message.Text(CLEAN.replace("\"fds\":40", "\"liveLoaders\":2")), new Message.Done());

    assertThat(run()).isEqualTo(ExitCodes.FAILED);

    assertThat(out.toString().lines().skip(2))
        .containsExactly(
            "1     3           0            2        1        200       something is left");
  }

  @Test
  void shouldNotCallAPoolCleanWhenASlotWasNotAudited() {
    pool.answers(new Message.Text(CLEAN), new Message.Text(BUSY), new Message.Done());

    assertThat(run("--wait=7")).isEqualTo(ExitCodes.TIMEOUT);

    assertThat(out.toString())
        .contains(
            "\n2     -           -            -        -        -         not audited: RUNNING\n");
    assertThat(pool.questions()).containsExactly(new Message.AuditQuery(7, ""));
  }

  @Test
  void shouldPrintJsonWithAllSlots() {
    pool.answers(new Message.Text(CLEAN), new Message.Done());

    assertThat(run("--json")).isEqualTo(ExitCodes.OK);

    assertThat(out.toString().strip()).isEqualTo("{\"slots\":[" + CLEAN + "]}");
  }

  @Test
  void shouldDeleteTheDirectoryOfHeapDumpsAlsoWhenThePoolRefuses() throws IOException {
    pool.answers(new Message.Refused("audit 1 is not over yet"));

    assertThat(run("--paths")).isEqualTo(ExitCodes.FAILED);

    assertThat(pool.questions()).hasSize(1);
    try (Stream<Path> left = Files.list(dir.resolve("pool"))) {
      assertThat(left).noneMatch(Files::isDirectory);
    }
  }

  @Test
  void shouldRefuseANegativeWait() {
    assertThat(run("--wait=-1")).isEqualTo(ExitCodes.USAGE);
  }

  private int run(String... more) {
    CommandLine commands = CliMain.commandLine();
    commands.setOut(new PrintWriter(out, true));
    commands.setErr(new PrintWriter(err, true));
    return commands.execute(
        Stream.concat(Stream.of("audit", "--dir=" + dir), Stream.of(more)).toArray(String[]::new));
  }
}
