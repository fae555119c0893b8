/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsContextIntegration;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IoStatisticsContextsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstContainersContextWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(IOStatisticsContextIntegration.getCurrentIOStatisticsContext()).isSameAs(first);
  }

  @Test
  void shouldKeepNoContextWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(IOStatisticsContextIntegration.getCurrentIOStatisticsContext()).isNotSameAs(first);
  }

  private void firstContainer() throws Exception {
    first = IOStatisticsContextIntegration.getCurrentIOStatisticsContext();
  }

  private IOStatisticsContext first;
}
