/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.awaitility.Awaitility;
import org.hpcreuse.gang.GangConnection;
import org.hpcreuse.gang.GangMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InterruptionTest {
  private static final ApplicationId ID = ApplicationId.newInstance(1700000000000L, 7);
  private static final Duration BOUND = Duration.ofSeconds(30);

  private final List<ApplicationId> killed = new CopyOnWriteArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final CountDownLatch kill = new CountDownLatch(1);
  private Interruption interruption;
  private Thread hook;

  @BeforeEach
  void yarnKillsAtOnce() {
    killBy(BOUND, this::kill);
  }

  /** From now on applications are killed in this way. */
  private void killBy(Duration bound, Interruption.Kill how) {
    interruption = new Interruption(how, bound, warnings::add);
    hook = interruption.hook();
  }

  private void kill(ApplicationId id) {
    killed.add(id);
    kill.countDown();
  }

  @Test
  void nothingIsSubmittedAfterwards() throws Exception {
    interrupt();
    assertThatThrownBy(() -> interruption.submit(ID, () -> killed.add(ID)))
        .isInstanceOf(CommandInterruptedException.class);
    assertThatThrownBy(() -> interruption.abortable(() -> killed.add(ID)))
        .isInstanceOf(CommandInterruptedException.class);
    endCommand();
    assertThat(killed).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void aStepIsBrokenOff() throws Exception {
    FutureTask<Boolean> command =
        new FutureTask<>(
            () -> {
              assertThatThrownBy(() -> interruption.abortable(InterruptionTest::callYarn))
                  .isInstanceOf(CommandInterruptedException.class);
              boolean interrupted = Thread.currentThread().isInterrupted();
              interruption.commandIsOver();
              return interrupted;
            });
    Thread thread = new Thread(command, "command");
    thread.start();
    awaitState(thread, Thread.State.TIMED_WAITING);
    hook.start();
    assertThat(command.get()).as("what removes the files can be interrupted").isFalse();
    hook.join();
    assertThat(warnings).isEmpty();
  }

  /** A call that gets no answer. */
  private static boolean callYarn() throws IOException {
    try {
      return new CountDownLatch(1).await(1, TimeUnit.DAYS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("calling").initCause(e);
    }
  }

  @Test
  void aStepThatHasSucceededLeavesNoInterruptBehind() throws Exception {
    boolean made =
        interruption.abortable(
            () -> {
              hook.start();
              Awaitility.await().until(Thread.currentThread()::isInterrupted);
              return true;
            });
    assertThat(made).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    endCommand();
  }

  @Test
  void anotherFailureOfAStepIsItsOwn() {
    assertThatThrownBy(
            () ->
                interruption.abortable(
                    () -> {
                      throw new IOException("no space");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("no space");
  }

  @Test
  void anApplicationThatIsBeingSubmittedIsKilledAsSoonAsYarnKnowsIt() throws Exception {
    CountDownLatch tooEarly = new CountDownLatch(1);
    CountDownLatch known = new CountDownLatch(1);
    killBy(
        BOUND,
        id -> {
          tooEarly.countDown();
          if (known.getCount() > 0) {
            throw new ApplicationNotFoundException("not yet");
          }
          kill(id);
        });
    interruption.submit(
        ID,
        () -> {
          hook.start();
          await(tooEarly);
          known.countDown();
          await(kill);
        });
    endCommand();
    assertThat(killed).containsExactly(ID);
    assertThat(warnings).isEmpty();
  }

  @Test
  void anApplicationThatYarnHasRefusedIsNotLookedForAnyLonger() throws Exception {
    killBy(
        BOUND,
        id -> {
          kill(id);
          throw new ApplicationNotFoundException("never");
        });
    assertThatThrownBy(
            () ->
                interruption.submit(
                    ID,
                    () -> {
                      hook.start();
                      await(kill);
                      throw new YarnException("refused");
                    }))
        .isInstanceOf(CommandInterruptedException.class);
    endCommand();
    assertThat(killed).hasSizeBetween(2, 20);
    assertThat(warnings).isEmpty();
  }

  @Test
  void theCommandKeepsYarnsClientUntilTheApplicationIsKilled() throws Exception {
    CountDownLatch killing = new CountDownLatch(1);
    killBy(
        BOUND,
        id -> {
          killing.countDown();
          await(kill);
          killed.add(id);
        });
    interruption.submit(ID, () -> {});
    hook.start();
    await(killing);
    Thread command = new Thread(this::commandIsOver, "command");
    command.start();
    awaitState(command, Thread.State.TIMED_WAITING);
    kill.countDown();
    command.join();
    hook.join();
    assertThat(killed).containsExactly(ID);
  }

  @Test
  void aMasterThatAnswersEndsItsGang() throws Exception {
    try (Master master = new Master()) {
      interruption.submit(ID, () -> {});
      interruption.connected(master.toIt);
      hook.start();
      assertThat(master.accepted.receive(BOUND)).isInstanceOf(GangMessage.Cancel.class);
      interruption.ended();
      endCommand();
      assertThat(killed).isEmpty();
      assertThat(warnings).isEmpty();
    }
  }

  /** The node of the master may be cut off: the gang runs on. */
  @Test
  void aGangWhoseEndWasNotHeardIsKilled() throws Exception {
    try (Master master = new Master()) {
      interruption.submit(ID, () -> {});
      interruption.connected(master.toIt);
      hook.start();
      assertThat(master.accepted.receive(BOUND)).isInstanceOf(GangMessage.Cancel.class);
      endCommand();
      assertThat(killed).containsExactly(ID);
    }
  }

  @Test
  void aMasterThatIsReachedTooLateIsNotHeard() throws Exception {
    try (Master master = new Master()) {
      interruption.submit(ID, () -> {});
      interrupt();
      assertThatThrownBy(() -> interruption.connected(master.toIt))
          .isInstanceOf(CommandInterruptedException.class);
      endCommand();
      assertThat(killed).containsExactly(ID);
    }
  }

  /** The machine of the master may be gone; no packet says so. */
  @Test
  void aMasterThatDoesNotAnswerIsKilledAndNoLongerHeard() throws Exception {
    try (Master master = new Master()) {
      interruption.submit(ID, () -> {});
      interruption.connected(master.toIt);
      hook.start();
      assertThatThrownBy(() -> master.toIt.receive(BOUND)).hasMessage("Socket closed");
      assertThat(killed).containsExactly(ID);
      endCommand();
      assertThat(warnings).isEmpty();
    }
  }

  @Test
  void whatDoesNotEndInTimeIsNamed() throws Exception {
    killBy(Duration.ofSeconds(6), id -> await(new CountDownLatch(1), Duration.ofDays(1)));
    interruption.submit(ID, () -> {});
    hook.start();
    hook.join();
    assertThat(warnings).hasSize(2);
    assertThat(warnings.get(0)).contains(ID.toString()).contains("within 1 s");
    assertThat(warnings.get(1)).contains(".hpc-reuse/gangs").contains("within 6 s");
  }

  @Test
  void anApplicationThatCannotBeKilledIsNamed() throws Exception {
    killBy(
        BOUND,
        id -> {
          throw new YarnException("not allowed");
        });
    interruption.submit(ID, () -> {});
    hook.start();
    Awaitility.await().until(() -> !warnings.isEmpty());
    endCommand();
    assertThat(warnings).containsExactly(ID + " may still run: not allowed");
  }

  @Test
  void aGangThatIsOverIsLeftAlone() throws Exception {
    interruption.submit(ID, () -> {});
    interruption.letGo();
    interrupt();
    endCommand();
    assertThat(killed).isEmpty();
  }

  @Test
  void aGangIsNotLetGoAfterwards() throws Exception {
    interruption.submit(ID, () -> {});
    hook.start();
    assertThat(kill.await(10, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(interruption::letGo).isInstanceOf(CommandInterruptedException.class);
    endCommand();
  }

  @Test
  void aCommandThatIsOverIsLeftAlone() throws Exception {
    interruption.submit(ID, () -> {});
    interruption.commandIsOver();
    hook.start();
    hook.join();
    assertThat(killed).isEmpty();
  }

  /** Returns when the hook waits for the command's thread. */
  private void interrupt() {
    hook.start();
    awaitState(hook, Thread.State.TIMED_WAITING);
  }

  private static void awaitState(Thread thread, Thread.State state) {
    Awaitility.await().until(() -> thread.getState() == state);
  }

  private void endCommand() throws InterruptedException {
    interruption.commandIsOver();
    hook.join();
  }

  private void commandIsOver() {
    try {
      interruption.commandIsOver();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    await(latch, Duration.ofSeconds(10));
  }

  private static void await(CountDownLatch latch, Duration bound) {
    try {
      assertThat(latch.await(bound.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A master's end of a connection, and its client's. */
  private static final class Master implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final GangConnection toIt;
    private final GangConnection accepted;

    Master() throws IOException, InterruptedException, ExecutionException {
      byte[] secret = {1};
      CompletableFuture<GangConnection> accepting =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return GangConnection.accepted(server.accept(), secret, BOUND);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      toIt =
          GangConnection.to(
              server.getInetAddress().getHostAddress(), server.getLocalPort(), secret, BOUND);
      accepted = accepting.get();
    }

    @Override
    public void close() throws IOException {
      toIt.close();
      accepted.close();
      server.close();
    }
  }
}
