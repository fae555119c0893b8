/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryEventHandler;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobHistoryFilesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstJobsWriterWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(files()).isNotEmpty();
  }

  @Test
  void shouldKeepNoWriterWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(files()).isEmpty();
  }

  private void firstContainer() throws Exception {
    files().put(JobID.forName("job_1_0001"), "a writer");
  }

  @SuppressWarnings("unchecked") // a static map of job ids to open files
  private static Map<Object, Object> files() throws ReflectiveOperationException {
    return (Map<Object, Object>)
        ReflectiveAccess.ofClass(JobHistoryEventHandler.class).get("fileMap");
  }
}
