/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessFuturesTest {
  private Process shell;
  private TestSlot slot;
  private final CountDownLatch ran = new CountDownLatch(1);

  /** Another process of the node: the child of one that was there before. */
  private ProcessHandle other;

  @BeforeEach
  void startOther() throws Exception {
    shell = new ProcessBuilder("bash", "-c", "sleep 300 & echo $!; wait").start();
    String pid = shell.inputReader(StandardCharsets.US_ASCII).readLine();
    other = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    slot = new TestSlot();
  }

  @AfterEach
  void endOther() throws Exception {
    other.destroyForcibly();
    shell.waitFor();
    slot.close();
  }

  @Test
  void shouldRunFirstContainersCallbackLaterWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(ProcessFutures.class, StartedMeanwhile.class);
    other.destroyForcibly();
    assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldTellNobodyOfTheEndOfAnotherProcessWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    other.destroyForcibly();
    shell.waitFor();
    assertThat(ran.await(1, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void shouldStillTellTheNextContainerWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    firstContainer();
    other.destroyForcibly();
    assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
  }

  private void firstContainer() throws Exception {
    slot.inContainer(() -> other.onExit().thenRun(ran::countDown));
  }
}
