/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AppMasterStartedTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldSeeFirstMainWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(ReflectiveAccess.ofClass(MRAppMaster.class).get("mainStarted")).isEqualTo(true);
  }

  @Test
  void shouldSeeNoMainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ReflectiveAccess.ofClass(MRAppMaster.class).get("mainStarted")).isEqualTo(false);
  }

  private void firstContainer() throws Exception {
    ReflectiveAccess.ofClass(MRAppMaster.class).set("mainStarted", true);
  }
}
