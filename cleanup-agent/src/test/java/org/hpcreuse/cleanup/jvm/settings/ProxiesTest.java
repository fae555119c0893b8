/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ProxySelector;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProxiesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldUseFirstContainersWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(Proxies.class);
    assertThat(ProxySelector.getDefault()).isSameAs(first);
  }

  @Test
  void shouldUseThatOfBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ProxySelector.getDefault()).isNotSameAs(first);
  }

  private void firstContainer() throws Exception {
    ProxySelector.setDefault(first);
  }

  private final ProxySelector first = ProxySelector.of(null);
}
