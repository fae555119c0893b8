/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.commons.logging.LogFactory;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.user.UsesCommonsLogging;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommonsLoggingTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFactoryOfContainerLoaderWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(CommonsLogging.class);
    assertThat(factories()).hasSize(before + 1);
  }

  @Test
  void shouldForgetFactoryWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(factories()).hasSize(before);
  }

  private void firstContainer() throws Exception {
    slot.inContainer(UsesCommonsLogging.class);
  }

  private final int before = factories().size();

  private static Map<?, ?> factories() {
    try {
      LogFactory.getLog(CommonsLoggingTest.class);
      return ReflectiveAccess.ofClass(LogFactory.class).get("factories", Map.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
