/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskLog;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskLogStateTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKnowFirstTaskWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(ReflectiveAccess.ofClass(TaskLog.class).get("currentTaskid")).isNotNull();
  }

  @Test
  void shouldKnowNoTaskWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ReflectiveAccess.ofClass(TaskLog.class).get("currentTaskid")).isNull();
  }

  private void firstContainer() throws Exception {
    ReflectiveAccess.ofClass(TaskLog.class)
        .set("currentTaskid", TaskAttemptID.forName("attempt_1_0001_m_000000_0"));
  }
}
