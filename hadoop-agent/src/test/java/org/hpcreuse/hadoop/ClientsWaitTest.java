/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ClientsWaitTest {
  private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);
  private static final long BOUND_S = 60;
  private static final ByteBuffer ONE = ByteBuffer.wrap(new byte[] {1});
  private static final ByteBuffer OTHER = ByteBuffer.wrap(new byte[] {2});

  private final AtomicLong now = new AtomicLong(7_000);
  private final ClientsWait wait = new ClientsWait(now::get);
  private final ExecutorService sleeper = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    sleeper.shutdownNow();
  }

  private long left() {
    return wait.left(now.get());
  }

  private void report(ByteBuffer client, boolean finalState) {
    wait.answered(client, finalState, false);
  }

  private void counters(ByteBuffer client) {
    wait.answered(client, false, true);
  }

  @Test
  void shouldWaitAMomentForAFirstQuestion() {
    assertThat(left()).isEqualTo(ClientsWait.NOBODY_MS);
    assertThat(wait.left(now.get() - ClientsWait.NOBODY_MS)).isZero();
  }

  @Test
  void shouldWaitForAClientThatDoesNotKnowTheEnd() {
    report(ONE, false);
    now.addAndGet(HOUR_MS);

    assertThat(left()).isGreaterThan(HOUR_MS);
  }

  @Test
  void shouldWaitUntilAClientIsSilent() {
    report(ONE, true);
    assertThat(left()).isEqualTo(ClientsWait.SILENCE_MS);

    now.addAndGet(300);
    report(ONE, true);
    assertThat(left()).as("from the last question").isEqualTo(ClientsWait.SILENCE_MS);

    now.addAndGet(ClientsWait.SILENCE_MS);
    assertThat(left()).isZero();
  }

  @Test
  void shouldWaitForLessAfterTheCounters() {
    report(ONE, true);
    counters(ONE);

    assertThat(left()).isEqualTo(ClientsWait.LAST_SILENCE_MS);
  }

  @Test
  void shouldNotTakeCountersOfARunningJobForTheLastQuestion() {
    report(ONE, false);
    counters(ONE);
    report(ONE, true);

    assertThat(left()).isEqualTo(ClientsWait.SILENCE_MS);
  }

  @Test
  void shouldWaitForEachClient() {
    report(ONE, true);
    counters(ONE);
    report(OTHER, false);
    assertThat(left()).isGreaterThan(HOUR_MS);

    report(OTHER, true);
    assertThat(left()).isEqualTo(ClientsWait.SILENCE_MS);
  }

  /** A client comes, hears the end and asks for the counters while the master waits. */
  @Test
  void shouldEndWhenTheLastClientHasAsked() throws Exception {
    ClientsWait real = new ClientsWait();
    real.answered(ONE, false, false);
    Future<String> sleep = sleeper.submit(() -> real.sleep(HOUR_MS, () -> false));
    real.answered(ONE, true, false);
    real.answered(ONE, false, true);

    assertThat(sleep.get(BOUND_S, TimeUnit.SECONDS)).contains("1 of 1 know");
  }

  @Test
  void shouldWaitUntilAnswersAreSent() throws Exception {
    ClientsWait real = new ClientsWait();
    AtomicInteger looks = new AtomicInteger();
    Future<String> sleep =
        sleeper.submit(() -> real.sleep(HOUR_MS, () -> looks.incrementAndGet() < 3));

    sleep.get(BOUND_S, TimeUnit.SECONDS);
    assertThat(looks).hasValue(3);
  }

  @Test
  void shouldWaitNoLongerThanStockHadoop() throws Exception {
    ClientsWait real = new ClientsWait();
    real.answered(ONE, false, false);

    assertThat(sleeper.submit(() -> real.sleep(1, () -> true)).get(BOUND_S, TimeUnit.SECONDS))
        .contains("0 of 1 know");
  }

  @Test
  void shouldEndWithAnInterruptAsSleepDoes() {
    ClientsWait real = new ClientsWait();
    real.answered(ONE, false, false);
    Future<String> sleep = sleeper.submit(() -> real.sleep(HOUR_MS, () -> false));
    sleeper.shutdownNow();

    assertThatThrownBy(() -> sleep.get(BOUND_S, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void shouldSleepAsStockHadoopWhenAClassIsNotRewritten() throws Exception {
    ClientsWait.begin("no service");
    ClientsWait.answered("response", "no service", new byte[0], "getJobReport");
    ClientsWait.sleep(1, "no service");
  }
}
