/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeManagerTokensTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldShowFirstApplicationsTokenWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(NMTokenCache.getNMToken("node:1")).isNotNull();
  }

  @Test
  void shouldHaveNoTokenWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(NMTokenCache.getNMToken("node:1")).isNull();
  }

  private void firstContainer() throws Exception {
    NMTokenCache.setNMToken("node:1", Token.newInstance(new byte[] {1}, "k", new byte[] {2}, "s"));
  }
}
