/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.CookieHandler;
import java.net.CookieManager;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CookiesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldUseFirstContainersWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(Cookies.class);
    assertThat(CookieHandler.getDefault()).isSameAs(first);
  }

  @Test
  void shouldUseThatOfBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(CookieHandler.getDefault()).isNotSameAs(first);
  }

  private void firstContainer() throws Exception {
    CookieHandler.setDefault(first);
  }

  private final CookieHandler first = new CookieManager();
}
