/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Log4jLoggingTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLogIntoFirstContainersAppenderWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(Log4jLogging.class);
    assertThat(Logger.getRootLogger().isAttached(first)).isTrue();
  }

  @Test
  void shouldHaveNoAppenderWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(Logger.getRootLogger().isAttached(first)).isFalse();
  }

  private void firstContainer() throws Exception {
    Logger.getRootLogger().addAppender(first);
    Logger.getLogger("some.name").setLevel(Level.TRACE);
  }

  private final WriterAppender first = new WriterAppender(new SimpleLayout(), new StringWriter());
}
