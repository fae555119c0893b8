/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapreduce.task.reduce.Fetcher;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShuffleSslTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldEncryptAsFirstJobDidWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(ReflectiveAccess.ofClass(Fetcher.class).get("sslShuffle")).isEqualTo(true);
  }

  @Test
  void shouldDecideAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ReflectiveAccess.ofClass(Fetcher.class).get("sslShuffle")).isEqualTo(false);
  }

  private void firstContainer() throws Exception {
    ReflectiveAccess.ofClass(Fetcher.class).set("sslShuffle", true);
  }
}
