/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JavaLoggingPropertiesTest {
  private static final String NAME = "first.container";
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldAskFirstContainersConfigurationWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(JavaLoggingProperties.class);
    assertThat(LogManager.getLogManager().getProperty(NAME)).isEqualTo("was here");
  }

  @Test
  void shouldAskTheConfigurationOfBeforeWhenReleased() throws Exception {
    String level = LogManager.getLogManager().getProperty(".level");
    firstContainer();
    slot.release();
    assertThat(LogManager.getLogManager().getProperty(NAME)).isNull();
    assertThat(LogManager.getLogManager().getProperty(".level")).isEqualTo(level);
  }

  private static void firstContainer() throws IOException {
    String text = NAME + " = was here";
    LogManager.getLogManager()
        .readConfiguration(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
  }
}
