/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.util.MRJobConfUtil;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressThresholdsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstJobsThresholdWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(setThreshold(0.25)).isEqualTo(50.0);
  }

  @Test
  void shouldReadThresholdAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(setThreshold(0.25)).isEqualTo(25.0);
  }

  private void firstContainer() throws Exception {
    setThreshold(0.5);
  }

  private static double setThreshold(double delta) {
    Configuration conf = new Configuration();
    conf.setDouble("mapreduce.task.log.progress.delta.threshold", delta);
    MRJobConfUtil.setTaskLogProgressDeltaThresholds(conf);
    return MRJobConfUtil.getTaskProgressMinDeltaThreshold();
  }
}
