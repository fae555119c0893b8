/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hpcreuse.cli.command.CliMain;
import org.hpcreuse.cli.command.StatusCommand;
import org.hpcreuse.cli.pool.AnsweringPool;
import org.hpcreuse.cli.pool.PoolClient;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.cli.terminal.Terminal;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
class StatusWatchTest {
  private static final Duration OFTEN = Duration.ofMillis(10);

  @TempDir Path dir;
  private final StringWriter out = new StringWriter();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private AnsweringPool pool;
  private Thread watching;

  @BeforeEach
  void startPool() throws IOException {
    pool = AnsweringPool.in(dir);
  }

  @AfterEach
  void stopAll() throws Exception {
    if (watching != null) {
      watching.interrupt();
      watching.join(TimeUnit.SECONDS.toMillis(60));
      assertThat(watching.isAlive()).isFalse();
    }
    pool.close();
  }

  private static Message.Text status(int pid, long uptimeMs, int reused, String reasons) {
    return new Message.Text(
        ("{'pool':{'pid':" + pid + ",'uptimeMs':" + uptimeMs + ",'ranksLeft':2,'queued':7},")
                .replace('\'', '"')
            + ("'slots':[{'slot':0,'state':'RUNNING'},{'slot':1,'state':'FREE'},"
                    + "{'slot':2,'state':'FREE'}],'spares':[],'launches':{'reused':"
                    + reused
                    + ",'forked':3,'forkReasons':"
                    + reasons
                    + ",'declined':{}},'retirements':{'growth':1},'refused':{'wrong-secret':4}}")
                .replace('\'', '"'));
  }

  private PoolClient client() {
    PoolClient client = new PoolClient();
    client.dir = dir;
    return client;
  }

  private void watch(boolean clears) {
    StatusWatch watch = new StatusWatch(client(), OFTEN, new PrintWriter(out, true), clears);
    watching =
        new Thread(
            () -> {
              try {
                watch.run();
                ended.complete(null);
              } catch (IOException | Failure e) {
                ended.completeExceptionally(e);
              }
            },
            "watching");
    watching.start();
  }

  private void awaitText(String text) {
    await(text).atMost(Duration.ofSeconds(60)).until(() -> out.toString().contains(text));
  }

  @Test
  void shouldShowTheStatusAgainAndAgainWithRates() throws Exception {
    pool.answers(status(5, 1_000, 15, "{\"not-java\":2}"));
    pool.answers(status(5, 3_000, 18, "{\"not-java\":2,\"opted-out\":1}"));

    watch(false);
    awaitText("opted-out 1 (0.5/s)");
    awaitText("launches: reused 18, forked 3\n");
    watching.interrupt();
    ended.get(60, TimeUnit.SECONDS);

    List<String> blocks = List.of(out.toString().split("\n\n(?=20)", -1));
    assertThat(blocks.get(0))
        .matches("(?s)20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ, every 0 s\n.*")
        .contains("slot   state       container", "0      RUNNING ")
        .contains(
            """
            slots: FREE 2, RUNNING 1, queued 7, ranks left 2
            launches: reused 15, forked 3
            declined by slots: -
            forked because of: not-java 2
            retirements: growth 1
            callers refused: wrong-secret 4""");
    assertThat(blocks.get(1))
        .contains(
            """
            launches: reused 18 (1.5/s), forked 3 (0.0/s)
            declined by slots: -
            forked because of: not-java 2 (0.0/s), opted-out 1 (0.5/s)
            retirements: growth 1 (0.0/s)
            callers refused: wrong-secret 4 (0.0/s)""");
    assertThat(out.toString()).doesNotContain("\u001b");
  }

  @Test
  void shouldFitAHundredCharactersWithManyReasons() {
    String reasons =
        IntStream.range(0, 20)
            .mapToObj(i -> "\"process-environment-" + i + "\":1000")
            .collect(Collectors.joining(",", "{", "}"));
    pool.answers(status(5, 1_000, 15, reasons));

    watch(false);

    awaitText("callers refused: ");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 100, "fits");
    assertThat(out.toString()).contains("process-environment-19 1000");
  }

  @Test
  void shouldTakeThePlaceOfTheBlockBeforeOnATerminal() {
    pool.answers(status(5, 1_000, 15, "{}"));
    pool.answers(status(5, 2_000, 16, "{}"));

    watch(true);

    awaitText("reused 16 (1.0/s)");
    assertThat(out.toString()).startsWith("\u001b[H\u001b[2J20").contains("\n\u001b[H\u001b[2J20");
  }

  @Test
  void shouldGoOnWithAnotherPoolManagerAndSaySo() throws Exception {
    pool.answers(status(5, 900_000, 15, "{}"));

    watch(false);
    awaitText("reused 15");
    pool.leave();
    awaitText("no answer from the pool manager: ");
    pool.answers(status(6, 1_000, 4, "{}"));
    pool.answers(status(6, 2_000, 6, "{}"));
    pool.listen();

    awaitText("launches: reused 6 (2.0/s), forked 3");
    assertThat(out.toString())
        .contains("launches: reused 4, forked 3\n")
        .containsPattern("Z: another pool manager is there, its counts have begun at 0\n");
  }

  @Test
  void shouldEndWhenNobodyReads() throws Exception {
    pool.answers(status(5, 1_000, 15, "{}"));
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("closed");
          }
        };

    new StatusWatch(client(), OFTEN, new PrintWriter(closed, true, StandardCharsets.UTF_8), false)
        .run();

    assertThat(pool.questions()).hasSize(1);
  }

  @Test
  void shouldRefuseAnIntervalThatIsNoneAndJson() {
    assertThat(run("--watch", "0")).isEqualTo(ExitCodes.USAGE);
    assertThat(run("--watch", "--json")).isEqualTo(ExitCodes.USAGE);
    assertThat(run("--watch", "-v")).isEqualTo(ExitCodes.USAGE);
    assertThat(out.toString())
        .contains("--watch 0: must be at least 1", "--watch and --json: one at a time")
        .contains("--watch and --verbose: one at a time");
    assertThat(pool.questions()).isEmpty();
  }

  @Test
  void shouldEndAtOnceWhereThereIsNoPool() throws IOException {
    pool.leave();

    assertThat(run("--watch")).isEqualTo(ExitCodes.UNAVAILABLE);

    assertThat(out.toString()).contains("is not running");
  }

  @Test
  void shouldWatchEveryTwoSecondsUnlessToldOtherwise() {
    assertThat(parsed().watchSeconds).isNull();
    assertThat(parsed("--watch").watchSeconds).isEqualTo(2);
    assertThat(parsed("--watch", "7").watchSeconds).isEqualTo(7);
    assertThat(parsed("--watch=9").watchSeconds).isEqualTo(9);
  }

  @Test
  void shouldKnowATerminalByItsDevice() throws IOException {
    Path link = dir.resolve("link");
    for (String device : List.of("/dev/pts/0", "/dev/tty1", "/dev/console")) {
      Files.createSymbolicLink(link, Path.of(device));
      assertThat(Terminal.is(link)).as(device).isTrue();
      Files.delete(link);
    }
    for (String other : List.of("/dev/null", "pipe:[1]", "/tmp/tty")) {
      Files.createSymbolicLink(link, Path.of(other));
      assertThat(Terminal.is(link)).as(other).isFalse();
      Files.delete(link);
    }
  }

  private static StatusCommand parsed(String... words) {
    StatusCommand command = new StatusCommand();
    new CommandLine(command).parseArgs(words);
    return command;
  }

  private int run(String... more) {
    CommandLine commands = CliMain.commandLine();
    commands.setOut(new PrintWriter(out, true));
    commands.setErr(new PrintWriter(out, true));
    String[] args = new String[more.length + 2];
    args[0] = "status";
    args[1] = "--dir=" + dir;
    System.arraycopy(more, 0, args, 2, more.length);
    return commands.execute(args);
  }
}
