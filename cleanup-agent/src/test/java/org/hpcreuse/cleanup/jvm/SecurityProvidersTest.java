/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Security;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.user.UserProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecurityProvidersTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstContainersProviderWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(SecurityProviders.class);
    assertThat(Security.getProvider("user")).isNotNull();
  }

  @Test
  void shouldHaveProvidersOfBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(Security.getProvider("user")).isNull();
  }

  private void firstContainer() throws Exception {
    slot.inContainer(UserProvider.class);
  }
}
