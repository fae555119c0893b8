/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.mapreduce.v2.app.job.impl.TaskAttemptImpl;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.util.Records;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskAttemptDefaultsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldGiveFirstJobsLaunchContextToSecondWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(jobStateLeft()).isTrue();
  }

  @Test
  void shouldHaveNoLaunchContextWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(jobStateLeft()).isFalse();
  }

  private void firstContainer() throws Exception {
    ReflectiveAccess statics = ReflectiveAccess.ofClass(TaskAttemptImpl.class);
    statics.set("commonContainerSpec", Records.newRecord(ContainerLaunchContext.class));
    statics.get("initialClasspathFlag", AtomicBoolean.class).set(true);
  }

  private static boolean jobStateLeft() throws ReflectiveOperationException {
    ReflectiveAccess statics = ReflectiveAccess.ofClass(TaskAttemptImpl.class);
    return statics.get("commonContainerSpec") != null
        || statics.get("initialClasspathFlag", AtomicBoolean.class).get();
  }
}
