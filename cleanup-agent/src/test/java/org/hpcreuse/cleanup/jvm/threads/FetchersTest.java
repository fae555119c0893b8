/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.user.FetchesMapOutput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FetchersTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldEndAReducesThreadThatTriesToConnect() throws Exception {
    slot.inContainer(FetchesMapOutput.class);
    Awaitility.await("the fetcher to wait before it connects again")
        .atMost(Duration.ofSeconds(30))
        .until(() -> LiveThreads.all().stream().anyMatch(FetchersTest::waitsToConnect));

    Optional<String> reason =
        ReleaseChain.of(new ContainerThreads(SharedThreads::contains, List.of()))
            .run(slot.release(true, TimeUnit.SECONDS.toNanos(10)))
            .retireReason();

    assertThat(reason).isEmpty();
    assertThat(LiveThreads.all()).noneMatch(FetchersTest::waitsToConnect);
  }

  private static boolean waitsToConnect(Thread thread) {
    return thread.isAlive()
        && thread.getName().startsWith("fetcher#")
        && thread.getState() == Thread.State.TIMED_WAITING;
  }
}
