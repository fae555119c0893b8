/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.cleanup.HadoopSteps;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.jvm.threads.ContainerThreads;
import org.hpcreuse.cleanup.jvm.threads.LiveThreads;
import org.hpcreuse.cleanup.jvm.threads.SharedThreads;
import org.hpcreuse.cleanup.step.ReleaseStep;
import org.hpcreuse.cleanup.user.StartsWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebServerConnectorsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldEndAThreadThatTriesToAcceptOverAClosedChannel() throws Exception {
    slot.inContainer(StartsWebServer.class);
    assertThat(LiveThreads.all()).anyMatch(WebServerConnectorsTest::accepts);

    slot.release();

    assertThat(LiveThreads.all()).noneMatch(WebServerConnectorsTest::accepts);
  }

  @Test
  void shouldNotEndItWhenLeftOut() throws Exception {
    slot.inContainer(StartsWebServer.class);

    Optional<String> reason =
        threadsWithout(WebServerConnectors.class)
            .run(slot.release(true, TimeUnit.MILLISECONDS.toNanos(200)))
            .retireReason();

    assertThat(reason).hasValueSatisfying(text -> assertThat(text).contains("user web"));
    assertThat(LiveThreads.all()).anyMatch(WebServerConnectorsTest::accepts);
  }

  private static ReleaseChain threadsWithout(Class<? extends ReleaseStep> type) {
    List<ReleaseStep> meanwhile = new ArrayList<>(HadoopSteps.whileThreadsEnd());
    assertThat(meanwhile.removeIf(type::isInstance)).isTrue();
    return ReleaseChain.of(new ContainerThreads(SharedThreads::contains, meanwhile));
  }

  private static boolean accepts(Thread thread) {
    return thread.isAlive() && thread.getName().startsWith("user web");
  }
}
