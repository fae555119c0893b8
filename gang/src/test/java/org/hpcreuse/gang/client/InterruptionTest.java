/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InterruptionTest {
  private static final ApplicationId ID = ApplicationId.newInstance(1700000000000L, 7);

  private final List<ApplicationId> killed = new CopyOnWriteArrayList<>();
  private final CountDownLatch kill = new CountDownLatch(1);
  private final Interruption interruption =
      new Interruption(
          id -> {
            killed.add(id);
            kill.countDown();
          });
  private final Thread hook = interruption.hook();

  @Test
  void nothingIsSubmittedAfterwards() throws Exception {
    interrupt();
    awaitHookInWait();
    assertThat(interruption.submit(ID, () -> killed.add(ID))).isFalse();
    endCommand();
    assertThat(killed).isEmpty();
  }

  @Test
  void anApplicationThatIsBeingSubmittedIsKilled() throws Exception {
    boolean submitted =
        interruption.submit(
            ID,
            () -> {
              interrupt();
              awaitHookInWait();
              assertThat(killed).as("YARN does not know it yet").isEmpty();
            });
    assertThat(submitted).isTrue();
    assertThat(kill.await(10, TimeUnit.SECONDS)).isTrue();
    endCommand();
    assertThat(killed).containsExactly(ID);
  }

  @Test
  void theCommandKeepsYarnsClientUntilTheApplicationIsKilled() throws Exception {
    CountDownLatch killing = new CountDownLatch(1);
    Interruption slow =
        new Interruption(
            id -> {
              killing.countDown();
              await(kill);
              killed.add(id);
            });
    slow.submit(ID, () -> {});
    Thread slowHook = slow.hook();
    slowHook.start();
    await(killing);
    Thread command = new Thread(() -> over(slow), "command");
    command.start();
    awaitState(command, Thread.State.TIMED_WAITING);
    kill.countDown();
    command.join();
    slowHook.join();
    assertThat(killed).containsExactly(ID);
  }

  @Test
  void aGangThatIsOverIsLeftAlone() throws Exception {
    interruption.submit(ID, () -> {});
    interruption.ended();
    interrupt();
    awaitHookInWait();
    endCommand();
    assertThat(killed).isEmpty();
  }

  @Test
  void aCommandThatIsOverIsLeftAlone() throws Exception {
    interruption.submit(ID, () -> {});
    interruption.commandIsOver();
    interrupt();
    hook.join();
    assertThat(killed).isEmpty();
  }

  private void interrupt() {
    hook.start();
  }

  /** It waits for the command's thread. */
  private void awaitHookInWait() {
    awaitState(hook, Thread.State.TIMED_WAITING);
  }

  private static void awaitState(Thread thread, Thread.State state) {
    Awaitility.await().until(() -> thread.getState() == state);
  }

  private void endCommand() throws InterruptedException {
    interruption.commandIsOver();
    hook.join();
  }

  private static void over(Interruption slow) {
    try {
      slow.commandIsOver();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) throws IOException, YarnException {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
