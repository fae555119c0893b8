/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.hadoop.util.Shell;
import org.awaitility.Awaitility;
import org.hpcreuse.spawn.rank.LaunchRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rank is played by the test; it runs scripts as the stock executor writes them. */
class SpawnedCommandTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final SpawnedCommand.Limits PATIENT =
      new SpawnedCommand.Limits(LONG, LONG, LONG, LONG);

  @TempDir Path dir;
  private final BlockingQueue<LaunchRequest> received = new LinkedBlockingQueue<>();
  private final List<SocketChannel> channels = new ArrayList<>();
  private Thread rankThread;
  private FreeRanks ranks;

  @BeforeEach
  void listen() throws IOException {
    ranks = FreeRanks.listen(dir.resolve("s"));
  }

  @AfterEach
  void close() throws IOException {
    ranks.close();
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  @Test
  void shouldReturnWhenTheScriptHasEndedWell() throws Exception {
    rank(channel -> run("exit 0"));

    SpawnedCommand command = command(PATIENT);
    command.execute();

    assertThat(command.getExitCode()).isZero();
    assertThat(received).containsExactly(request());
  }

  @Test
  void shouldTellTheStatusOfAScriptThatFails() throws Exception {
    rank(channel -> run("exit 7"));

    assertStatus(7, "", command(PATIENT));
  }

  @Test
  void shouldOutliveAnInterrupt() throws Exception {
    rank(channel -> run("exit 7"));
    Thread.currentThread().interrupt();

    assertStatus(7, "", command(PATIENT));

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldNotMindTheEndOfItsRankOnceTheScriptRuns() throws Exception {
    rank(
        channel -> {
          Process script = start("read -r line; exit 7");
          awaitPid();
          channel.close();
          script.outputWriter().append("\n").close();
        });

    assertStatus(7, "", command(PATIENT));
  }

  @Test
  void shouldNotTakeTheFilesOfAnEarlierRunForItsOwn() throws Exception {
    Files.writeString(pidFile(), "1\n");
    Files.writeString(Path.of(pidFile() + ".exitcode"), "3\n");
    rank(channel -> run("exit 7"));

    assertStatus(7, "", command(PATIENT));
  }

  @Test
  void shouldSayWhyTheRankCouldNotStartIt() throws Exception {
    rank(
        channel -> {
          channel.write(StandardCharsets.UTF_8.encode("MPI_Comm_spawn: no room"));
          channel.close();
        });

    assertStatus(1, "MPI_Comm_spawn: no room", command(PATIENT));
  }

  @Test
  void shouldFailWhenItsRankEndsBeforeTheScriptBegins() throws Exception {
    rank(SocketChannel::close);

    assertStatus(
        1,
        "its rank has ended before the container began",
        command(new SpawnedCommand.Limits(LONG, LONG, SHORT, LONG)));
  }

  @Test
  void shouldFailWhenTheScriptDoesNotBegin() throws Exception {
    rank(channel -> {});

    assertStatus(
        1,
        "its launch script has not begun within 50 ms",
        command(new SpawnedCommand.Limits(LONG, SHORT, LONG, LONG)));
  }

  @Test
  void shouldReportAContainerAsLostThatHasLeftNoStatus() throws Exception {
    rank(channel -> run("kill -9 $PPID; exit 7"));

    assertStatus(
        154, "has left no status", command(new SpawnedCommand.Limits(LONG, LONG, LONG, SHORT)));
  }

  @Test
  void shouldFailWhenNoRankIsFree() {
    assertThatThrownBy(command(new SpawnedCommand.Limits(SHORT, LONG, LONG, LONG))::execute)
        .hasMessageContainingAll("no rank of mpirun was free at " + dir, "within 50 ms");
  }

  @Test
  void shouldNotGiveALaunchToARankThatHasEnded() throws Exception {
    try (SocketChannel gone = SocketChannel.open(address())) {
      ranks.take(LONG).close();
      gone.shutdownOutput();
    }
    SocketChannel.open(address()).close();
    rank(channel -> run("exit 7"));

    assertStatus(7, "", command(PATIENT));
  }

  @Test
  void shouldStartNothingThatWasKilledMeanwhile() throws Exception {
    rank(channel -> run("exit 0"));

    assertStatus(
        143,
        "killed before a rank was free",
        new SpawnedCommand(ranks, request(), pidFile(), () -> false, PATIENT));
    rankThread.join(LONG.toMillis());
    assertThat(received).isEmpty();
  }

  private static void assertStatus(int status, String message, SpawnedCommand command) {
    assertThatThrownBy(command::execute)
        .isInstanceOf(Shell.ExitCodeException.class)
        .hasMessageContaining(message);
    assertThat(command.getExitCode()).isEqualTo(status);
  }

  private SpawnedCommand command(SpawnedCommand.Limits limits) {
    return new SpawnedCommand(ranks, request(), pidFile(), () -> true, limits);
  }

  private LaunchRequest request() {
    return new LaunchRequest(dir.toString(), List.of("bash", "run.sh"));
  }

  private Path pidFile() {
    return dir.resolve("c.pid");
  }

  private UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(dir.resolve("s"));
  }

  private interface Deed {
    void with(SocketChannel channel) throws Exception;
  }

  /** Connects a rank, which does that with its connection when it has a request. */
  private void rank(Deed deed) throws IOException {
    SocketChannel channel = SocketChannel.open(address());
    channels.add(channel);
    rankThread =
        new Thread(
            () -> {
              try {
                received.add(LaunchRequest.read(channel));
                deed.with(channel);
              } catch (EOFException e) {
                // There was no launch for it.
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            "test-rank");
    rankThread.setDaemon(true);
    rankThread.start();
  }

  private void run(String session) throws IOException {
    start(session);
  }

  /** The wrapper writes the status of its session, which has written its own pid. */
  private Process start(String session) throws IOException {
    String pid = pidFile().toString();
    Path script = dir.resolve("session.sh");
    Files.writeString(
        script, "echo $$ >" + pid + ".tmp; mv " + pid + ".tmp " + pid + "; " + session);
    String wrapper =
        "bash " + script + "; echo $? >" + pid + ".t; mv " + pid + ".t " + pid + ".exitcode";
    return new ProcessBuilder("bash", "-c", wrapper).start();
  }

  private void awaitPid() {
    Awaitility.await("the pid file").atMost(LONG).until(() -> Files.exists(pidFile()));
  }
}
