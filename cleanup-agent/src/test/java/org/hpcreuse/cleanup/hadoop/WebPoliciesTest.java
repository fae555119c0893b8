/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.util.MRWebAppUtil;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebPoliciesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstJobsSchemeWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(MRWebAppUtil.getYARNWebappScheme()).isEqualTo("https://");
  }

  @Test
  void shouldHaveNoSchemeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(MRWebAppUtil.getYARNWebappScheme()).isEqualTo("http://");
  }

  private void firstContainer() throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.http.policy", "HTTPS_ONLY");
    MRWebAppUtil.initialize(conf);
  }
}
