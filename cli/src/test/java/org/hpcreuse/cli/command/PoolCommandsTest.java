/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hpcreuse.cli.pool.AnsweringPool;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.ProcessOwner;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PoolCommandsTest {
  private static final String STATUS =
      "{\"pool\":{\"mpi\":\"4.1\",\"uptimeMs\":8000000,\"ranksLeft\":2,\"forksRunning\":0,"
          + "\"forksMemoryMb\":0,\"forkHeadroomMb\":2000,\"queued\":0},\"slots\":[{\"slot\":0,"
          + "\"state\":\"FREE\",\"pid\":1999999998,\"heapMb\":1024,\"classHeapMb\":1024,"
          + "\"containers\":12,\"container\":null,\"containerSeconds\":null,\"reason\":\"\","
          + "\"rssKb\":307200},{\"slot\":1,\"state\":\"RUNNING\",\"pid\":1999999999,\"heapMb\":1024,"
          + "\"classHeapMb\":1024,\"containers\":3,"
          + "\"container\":\"container_1764408483000_0001_01_000002\",\"containerSeconds\":185,"
          + "\"reason\":\"\",\"rssKb\":100}],\"launches\":{\"reused\":15,\"forked\":3,"
          + "\"forkReasons\":{\"heap-too-large\":2,\"not-java\":1}}}";

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
  void shouldShowTheStatusAsATable() throws IOException {
    pool.answers(new Message.Text(STATUS));

    assertThat(run("status")).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "pool       user "
                + ProcessOwner.name()
                + ", mode reuse, isolation shared, MPI 4.1, up for 2.2 h",
            "slots      1 FREE, 1 RUNNING, 0 STARTING, waiting containers 0; spares 0, ranks left 2",
            "memory     slots and spares promise 2448 MiB, hold 300 MiB",
            "forks      0 running, may use 0 of 2000 MiB",
            "launches   15 reused, 3 forked: heap-too-large 2, not-java 1",
            "",
            "slot   state       container                                     runs    heap   resident  containers",
            "                                                                 for     MiB    MiB       so far",
            "0      FREE        -                                             -       1024   300       12",
            "1      RUNNING     container_1764408483000_0001_01_000002        3 min   1024   0         3");
  }

  @Test
  void shouldShowTheStatusInLinesOfAHundredCharacters() {
    String id = "container_e17_1764408483000_12345_01_1000002";
    String longest = id + "x".repeat(128 - id.length());
    String log =
        "did not start: " + "an error at org.example.Some$Class.method\\n\\tat ".repeat(40);
    pool.answers(
        new Message.Text(
            "{\"pool\":{\"id\":\"pool\",\"mpi\":\"4.1\",\"draining\":true,\"failures\":3,"
                + "\"lastMpiCheck\":{\"ok\":false,\"error\":\""
                + log
                + "\"}},\"slots\":["
                + slot(0, "RUNNING", id, "retired on request")
                + ","
                + slot(1, "RUNNING", longest, "max-uses: 100 containers, limit 100")
                + ","
                + slot(2, "DEAD", "", log + "\\u001bc@|red x|@")
                + "],\"spares\":[],\"launches\":{\"reused\":123456,\"forked\":4000,\"forkReasons\":{"
                + counts("process-environment", 20)
                + "}},\"retirements\":{"
                + counts("failed-release", 20)
                + "},\"refused\":{\"wrong-secret\":4}}"));

    assertThat(run("status")).isZero();
    assertFits();
    String brief = out.toString();
    assertThat(brief)
        .contains(
            id + "  4 d     16384  12056     1234567", "slot 0     RUNNING: retired on request\n");
    assertThat(brief.replaceAll("\\s+", " "))
        .contains("a drain is in force", "«drain --undo»", "slots without a process: 1")
        .contains("errors in the pool manager: 3", "callers were refused: wrong-secret 4")
        .contains("the last MPI check failed: did not start: an error")
        .contains("slots were replaced because of failed-release-0 7");
    out.getBuffer().setLength(0);

    assertThat(run("status", "-v")).isZero();
    assertFits();
    assertThat(out.toString()).startsWith(brief);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("pid 1999999998", "log /logs/process-2.log", "retirements failed-release-0 7");
    assertThat(out.toString()).doesNotContain("{", "}", "[", "]", "\"", "\u001b");
  }

  private static String slot(int slot, String state, String container, String reason) {
    return String.format(
        "{\"slot\":%d,\"state\":\"%s\",\"pid\":1999999998,\"heapMb\":16384,\"classHeapMb\":16384,"
            + "\"containers\":1234567,\"container\":%s,\"containerSeconds\":431999,\"reason\":\"%s\","
            + "\"rssKb\":12345678,\"growth\":{\"fds\":0},\"log\":\"/logs/process-%d.log\"}",
        slot, state, container.isEmpty() ? "null" : "\"" + container + "\"", reason, slot);
  }

  private static String counts(String name, int many) {
    return IntStream.range(0, many)
        .mapToObj(i -> "\"" + name + "-" + i + "\":7")
        .collect(Collectors.joining(","));
  }

  private void assertFits() {
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 100, "fits");
  }

  @Test
  void shouldShowTheMemoryThatAProcessHasNow() {
    long pid = ProcessHandle.current().pid();
    pool.answers(new Message.Text(STATUS.replace("1999999998", Long.toString(pid))));

    assertThat(run("status")).isZero();

    assertThat(out.toString()).doesNotContain("hold 300 MiB", "hold 0 MiB", "  300  ");
  }

  @Test
  void shouldWarnOfNothingWhereNothingIsWrong() {
    pool.answers(
        new Message.Text(
            "{\"pool\":{\"mpi\":\"none\",\"slotsLent\":1,\"lastMpiCheck\":{\"ok\":true}},\"slots\":["
                + slot(0, "DEAD", "", "its memory is needed for forked containers")
                + "],\"retirements\":{\"max-uses\":4},\"refused\":{}}"));

    assertThat(run("status")).isZero();

    assertThat(out.toString())
        .doesNotContain("warning")
        .contains("replaced   max-uses 4", "no MPI");
  }

  @Test
  void shouldShowTheSlotsOfClientsAndWhenTheirPoolDoesNotAnswer() throws IOException {
    makeClientPool();
    pool.answers(new Message.Text(STATUS));
    pool.answers(new Message.Text(STATUS.replace("\"FREE\"", "\"LEASED\"")));
    pool.answers(new Message.Refused("not now"));

    assertThat(run("status", "-v")).isZero();

    assertThat(out.toString())
        .contains("\nclient slots\n", "\n0      LEASED ")
        .contains("client slot 0", "client launches");
    assertThat(run("status")).isEqualTo(ExitCodes.FAILED);
  }

  private void makeClientPool() throws IOException {
    Files.createDirectory(
        dir.resolve("client-pool"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.copy(dir.resolve("pool/pool.properties"), dir.resolve("client-pool/pool.properties"));
    Files.copy(
        dir.resolve("pool/secret"),
        dir.resolve("client-pool/secret"),
        StandardCopyOption.COPY_ATTRIBUTES);
  }

  @Test
  void shouldWaitForTheFirstSlotsOfBothPools() throws IOException {
    makeClientPool();
    pool.answers(new Message.Text(STATUS));
    pool.answers(new Message.Text(STATUS.replace("RUNNING", "DEAD")));
    pool.answers(new Message.Text(STATUS));

    assertThat(run("status", "--wait-first=5000")).isZero();

    assertThat(pool.questions()).hasSize(3);
  }

  @Test
  void shouldSayWhichPoolHasTooFewSlotsWhenTheWaitEnds() throws IOException {
    makeClientPool();
    pool.answers(new Message.Text(STATUS));
    pool.answers(new Message.Text(STATUS.replace("RUNNING", "DEAD")));

    assertThat(run("status", "--wait-first=1")).isEqualTo(ExitCodes.TIMEOUT);

    assertThat(err.toString()).contains("too few client slots", "1 ms", "slot 1 DEAD");
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
    pool.answers(new Message.Text(STATUS.replace("RUNNING", "FREE")));

    assertThat(run("status", "--wait-ready=5000")).isZero();
  }

  @Test
  void shouldSayWhichSlotIsNotFreeWhenTheWaitEnds() {
    pool.answers(new Message.Text(STATUS));

    assertThat(run("status", "--wait-ready=1")).isEqualTo(ExitCodes.TIMEOUT);

    assertThat(err.toString()).contains("1 ms", "slot 1 RUNNING");
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
    pool.answers(
        new Message.Text(
            "{\"checkId\":3,\"processes\":[0,1],\"sums\":{\"0\":3,\"1\":3},\"ok\":true,"
                + "\"error\":\"\",\"millis\":12}"));
    pool.answers(
        new Message.Text(
            "{\"slots\":[{\"mpi\":true,\"mpiVersion\":\"Open MPI 4.1.4, THREAD_MULTIPLE\",\"pid\":"
                + pid
                + "}]}"));

    assertThat(run("mpi-check")).isZero();

    assertThat(out.toString())
        .contains("MPI check  ok (2 processes of this pool, 12 ms)\n")
        .contains("MPI        Open MPI 4.1.4, THREAD_MULTIPLE\n")
        .containsPattern("binding    processors \\d")
        .doesNotContain("sums");
  }

  @Test
  void shouldFailWhenTheMpiCheckIsWrong() {
    pool.answers(
        new Message.Text(
            "{\"checkId\":3,\"sums\":{"
                + counts("process", 40)
                + "},\"ok\":false,\"error\":\"process 1 is silent; "
                + "process 12: no answer within 30000 ms; ".repeat(20)
                + "\"}"));

    assertThat(run("mpi-check", "-v")).isEqualTo(ExitCodes.FAILED);

    assertThat(out.toString())
        .contains("failed: process 1 is silent", "checkId    3", "process-39 7");
    assertFits();
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
    CommandLine commands = CliMain.commandLine();
    commands.setOut(new PrintWriter(out, true));
    commands.setErr(new PrintWriter(err, true));
    String[] args = new String[more.length + 2];
    args[0] = command;
    args[1] = "--dir=" + dir;
    System.arraycopy(more, 0, args, 2, more.length);
    return commands.execute(args);
  }
}
