/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseReport;
import org.hpcreuse.cleanup.step.ReleaseStep;
import org.junit.jupiter.api.Test;

class ReleaseChainTest {
  private static final AtomicInteger RUNS = new AtomicInteger();

  @Test
  void shouldGoOnAfterAFailingStepAndNameIt() {
    RUNS.set(0);
    ReleaseReport report =
        ReleaseChain.of(new Failing(), new Counting()).run(new TestSlot().release(true));
    assertThat(report.retireReason())
        .hasValueSatisfying(
            reason -> assertThat(reason).startsWith("retire: step Failing failed:").contains("no"));
    assertThat(RUNS).hasValue(1);
  }

  @Test
  void shouldLeaveOutWhatWithoutNames() {
    RUNS.set(0);
    ReleaseChain chain = ReleaseChain.of(new Counting()).without(Counting.class);
    assertThat(chain.run(new TestSlot().release(true)).steps()).isEmpty();
    assertThat(RUNS).hasValue(0);
  }

  /** For information only: a slot's release is to take at most 20 ms. */
  @Test
  void shouldReportHowLongEachStepTook() throws Exception {
    ReleaseReport report = null;
    for (int i = 0; i < 5; i++) {
      try (TestSlot slot = new TestSlot()) {
        slot.inContainer(() -> FileSystem.getLocal(new JobConf(new Configuration())));
        report = ReleaseChain.standard().run(slot.release(true));
      }
    }
    assertThat(report.retireReason()).isEqualTo(Optional.empty());
    System.out.println("release of a warm JVM: " + report.micros() + " us");
    report.steps().forEach(step -> System.out.println("  " + step.step() + " " + step.micros()));
  }

  private static final class Failing implements ReleaseStep {
    @Override
    public void run(Release release) {
      throw new IllegalStateException("no");
    }
  }

  private static final class Counting implements ReleaseStep {
    @Override
    public void run(Release release) {
      RUNS.incrementAndGet();
    }
  }
}
