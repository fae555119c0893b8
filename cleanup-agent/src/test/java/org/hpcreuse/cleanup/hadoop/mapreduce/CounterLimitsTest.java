/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CounterLimitsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstJobsLimitWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(Limits.getCountersMax()).isEqualTo(7);
  }

  @Test
  void shouldReadLimitsAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(Limits.getCountersMax()).isEqualTo(120);
  }

  private void firstContainer() throws Exception {
    Configuration conf = new Configuration(false);
    conf.setInt("mapreduce.job.counters.max", 7);
    Limits.init(conf);
  }
}
