/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UrlHandlersTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldRefuseSecondContainersFactoryWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(UrlHandlers.class);
    assertThat(refusesAnother()).isTrue();
  }

  @Test
  void shouldTakeAnyFactoryWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(refusesAnother()).isFalse();
  }

  private void firstContainer() throws Exception {
    URL.setURLStreamHandlerFactory(protocol -> null);
  }

  private static boolean refusesAnother() {
    try {
      URL.setURLStreamHandlerFactory(protocol -> null);
      return false;
    } catch (Error alreadyDefined) {
      return true;
    }
  }
}
