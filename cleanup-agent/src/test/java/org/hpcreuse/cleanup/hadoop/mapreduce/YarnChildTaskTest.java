/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapred.TaskAttemptID;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class YarnChildTaskTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldNameFirstTaskWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(
            ReflectiveAccess.ofClass(Class.forName("org.apache.hadoop.mapred.YarnChild"))
                .get("taskid"))
        .isNotNull();
  }

  @Test
  void shouldNameNoTaskWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(
            ReflectiveAccess.ofClass(Class.forName("org.apache.hadoop.mapred.YarnChild"))
                .get("taskid"))
        .isNull();
  }

  private void firstContainer() throws Exception {
    Class<?> child = Class.forName("org.apache.hadoop.mapred.YarnChild");
    ReflectiveAccess.ofClass(child)
        .set("taskid", TaskAttemptID.forName("attempt_1_0001_m_000000_0"));
  }
}
