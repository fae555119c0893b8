/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.apache.hadoop.security.SecurityUtil;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecuritySettingsTest {
  private final String before = service();
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldNameServicesAsFirstContainerDidWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(service()).startsWith("localhost");
  }

  @Test
  void shouldNameServicesAsBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(service()).isEqualTo(before).startsWith("127.");
  }

  private void firstContainer() throws Exception {
    SecurityUtil.setTokenServiceUseIp(false);
  }

  private static String service() {
    return SecurityUtil.buildTokenService(new InetSocketAddress("localhost", 1)).toString();
  }
}
