/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Authenticator;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PasswordSourceTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldUseFirstContainersWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(PasswordSource.class);
    assertThat(Authenticator.getDefault()).isSameAs(first);
  }

  @Test
  void shouldUseThatOfBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(Authenticator.getDefault()).isNotSameAs(first);
  }

  private void firstContainer() throws Exception {
    Authenticator.setDefault(first);
  }

  private final Authenticator first = new Authenticator() {};
}
