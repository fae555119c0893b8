/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JavaLoggingTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLogAtFirstContainersLevelWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(JavaLogging.class);
    assertThat(Logger.getLogger("").getLevel()).isEqualTo(Level.OFF);
  }

  @Test
  void shouldLogAtLevelOfBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(Logger.getLogger("").getLevel()).isNotEqualTo(Level.OFF);
  }

  private void firstContainer() throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
  }
}
