/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.hpcreuse.cli.Main;
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
      "{\"slot\":1,\"containers\":3,\"audited\":true,\"error\":\"\",\"fds\":40,"
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

    assertThat(out.toString()).startsWith("slot 1: clean after 3 containers (").contains("fds 40");
  }

  @Test
  void shouldShowRowsInTheOrderOfSlotsAndFail() {
    pool.answers(new Message.Text(CLEAN), new Message.Text(SPOILT), new Message.Done());

    assertThat(run()).isEqualTo(ExitCodes.FAILED);

    assertThat(out.toString().lines())
        .hasSize(4)
        .startsWith("slot 0: 5 differences after 2 containers (" + figures() + "allowed 0)")
        .contains("  property left: - -> 1", "  and 4 more");
  }

  @Test
  void shouldNotCallASlotCleanThatHoldsALoader() {
    pool.answers(
        new Message.Text(CLEAN.replace("\"fds\":40", "\"liveLoaders\":2")), new Message.Done());

    assertThat(run()).isEqualTo(ExitCodes.FAILED);

    assertThat(out.toString())
        .startsWith("slot 1: 2 class loaders of ended containers after 3 containers (");
  }

  @Test
  void shouldNotCallAPoolCleanWhenASlotWasNotAudited() {
    pool.answers(new Message.Text(CLEAN), new Message.Text(BUSY), new Message.Done());

    assertThat(run("--wait=7")).isEqualTo(ExitCodes.TIMEOUT);

    assertThat(out.toString()).contains("slot 2: not audited: RUNNING");
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

  private static String figures() {
    return "metaspaceKb 0, codeKb 0, loadedClasses 0, threads 0, fds 0, rssKb 0, liveLoaders 0,"
        + " lastingLoaders 0, mpiObjectsLeft 0, mpiCommunicators 0, ";
  }

  private int run(String... more) {
    CommandLine commands = Main.commandLine();
    commands.setOut(new PrintWriter(out, true));
    commands.setErr(new PrintWriter(err, true));
    return commands.execute(
        Stream.concat(Stream.of("audit", "--dir=" + dir), Stream.of(more)).toArray(String[]::new));
  }
}
