/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.cli.Main;
import org.hpcreuse.cli.pool.AnsweringPool;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PoolCommandsTest {
  private static final String STATUS =
      "{\"pool\":{\"mpi\":\"4.1\",\"ranksLeft\":2},\"slots\":[{\"slot\":0,\"state\":\"FREE\","
          + "\"pid\":4711,\"heapMb\":1024,\"containers\":12},{\"slot\":1,\"state\":\"BUSY\","
          + "\"pid\":4712,\"heapMb\":1024,\"containers\":3}],\"launches\":{\"reused\":15,"
          + "\"forked\":0,\"forkReasons\":{}}}";

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
  void shouldShowTheStatusAsATable() {
    pool.answers(new Message.Text(STATUS));

    assertThat(run("status")).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "pool: mpi 4.1, ranksLeft 2",
            "",
            "slot  state  pid   heapMb  containers",
            "0     FREE   4711  1024    12",
            "1     BUSY   4712  1024    3",
            "",
            "launches: reused 15, forked 0, forkReasons -");
  }

  @Test
  void shouldShowNoJsonToPeople() {
    pool.answers(
        new Message.Text(
            "{\"pool\":{\"lastMpiCheck\":{\"processes\":[0,1],\"sums\":{\"0\":3,\"1\":3},\"ok\":true}},"
                + "\"slots\":[{\"slot\":0,\"growth\":{\"fds\":0,\"rssKb\":12},\"log\":\"l\"},"
                + "{\"slot\":1,\"growth\":{},\"log\":\"l\"}],"
                + "\"launches\":{\"reused\":1,\"forkReasons\":{\"heap-too-large\":2,\"not-java\":1}}}"));

    assertThat(run("status")).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "pool: lastMpiCheck (processes 0 1, sums (0 3, 1 3), ok true)",
            "",
            "slot  growth",
            "0     fds 0, rssKb 12",
            "1     -",
            "",
            "launches: reused 1, forkReasons (heap-too-large 2, not-java 1)");
    assertThat(out.toString()).doesNotContain("{", "}", "[", "]", "\"");
  }

  @Test
  void shouldPassTheStatusOnAsItIsWithJson() {
    pool.answers(new Message.Text(STATUS));

    assertThat(run("status", "--json")).isZero();

    assertThat(out.toString().strip()).isEqualTo(STATUS);
  }

  @Test
  void shouldWaitUntilEverySlotIsFree() {
    pool.answers(new Message.Text(STATUS));
    pool.answers(new Message.Text(STATUS.replace("BUSY", "FREE")));

    assertThat(run("status", "--wait-ready=5000")).isZero();
  }

  @Test
  void shouldSayWhichSlotIsNotFreeWhenTheWaitEnds() {
    pool.answers(new Message.Text(STATUS));

    assertThat(run("status", "--wait-ready=1")).isEqualTo(ExitCodes.TIMEOUT);

    assertThat(err.toString()).contains("1 ms", "slot 1 BUSY");
  }

  @Test
  void shouldAskForASlotToBeRetiredAndSayWhatThePoolDoes() {
    pool.answers(new Message.Text("slot 3 leaves now"));

    assertThat(run("retire", "3")).isZero();

    assertThat(pool.questions()).containsExactly(new Message.Retire(3));
    assertThat(out.toString().lines()).containsExactly("slot 3 leaves now");
  }

  @Test
  void shouldPassARefusalOn() {
    pool.answers(new Message.Refused("there is no slot 9"));

    assertThat(run("retire", "9")).isEqualTo(ExitCodes.FAILED);

    assertThat(err.toString()).contains("there is no slot 9");
  }

  @Test
  void shouldDrainWithTheTimeGiven() {
    pool.answers(new Message.Text("4 of 4 slots hold no container"));

    assertThat(run("drain", "--timeout-ms=1500")).isZero();

    assertThat(pool.questions()).containsExactly(new Message.Drain(1500));
    assertThat(out.toString().lines()).containsExactly("4 of 4 slots hold no container");
  }

  @Test
  void shouldUndoADrain() {
    pool.answers(new Message.Text("the pool takes containers again"));

    assertThat(run("drain", "--undo")).isZero();

    assertThat(pool.questions()).containsExactly(new Message.UndoDrain());
    assertThat(out.toString().lines()).containsExactly("the pool takes containers again");
  }

  @Test
  void shouldPrintTheMpiCheckWithWhatTheRanksAreBoundTo() {
    String pid = Long.toString(ProcessHandle.current().pid());
    pool.answers(new Message.Text("{\"ok\":true,\"processes\":[0,1]}"));
    pool.answers(
        new Message.Text(
            "{\"slots\":[{\"mpi\":true,\"mpiVersion\":\"Open MPI 4.1.4, THREAD_MULTIPLE\",\"pid\":"
                + pid
                + "}]}"));

    assertThat(run("mpi-check")).isZero();

    assertThat(out.toString())
        .contains("ok: true", "processes: 0 1", "mpi: Open MPI 4.1.4, THREAD_MULTIPLE")
        .containsPattern("binding: processors \\d");
  }

  @Test
  void shouldFailWhenTheMpiCheckIsWrong() {
    pool.answers(new Message.Text("{\"ok\":false,\"errors\":[\"process 1 is silent\"]}"));

    assertThat(run("mpi-check")).isEqualTo(ExitCodes.FAILED);

    assertThat(out.toString()).contains("process 1 is silent");
  }

  @Test
  void shouldSayThatAClusterInAnotherModeHasNoPool() throws IOException {
    Files.delete(dir.resolve("pool/pool.properties"));

    for (String command : List.of("status", "drain", "mpi-check")) {
      assertThat(run(command)).isEqualTo(ExitCodes.UNAVAILABLE);
    }
    assertThat(err.toString()).contains("has no pool of slots: its mode is not reuse");
  }

  @Test
  void shouldSayThatAPoolIsNotRunning() throws IOException {
    pool.close();

    assertThat(run("status")).isEqualTo(ExitCodes.UNAVAILABLE);

    assertThat(err.toString()).contains("is not running", "logs");
  }

  private int run(String command, String... more) {
    CommandLine commands = Main.commandLine();
    commands.setOut(new PrintWriter(out, true));
    commands.setErr(new PrintWriter(err, true));
    String[] args = new String[more.length + 2];
    args[0] = command;
    args[1] = "--dir=" + dir;
    System.arraycopy(more, 0, args, 2, more.length);
    return commands.execute(args);
  }
}
