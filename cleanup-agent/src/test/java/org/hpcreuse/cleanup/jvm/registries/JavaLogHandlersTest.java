/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.XMLFormatter;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JavaLogHandlersTest {
  private final TestSlot slot = new TestSlot();
  private final Handler handler = Logger.getLogger("").getHandlers()[0];
  private final Formatter formatter = handler.getFormatter();
  private final Level level = handler.getLevel();
  private final ErrorManager errors = handler.getErrorManager();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveWhatTheFirstContainerHasSetWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(JavaLogHandlers.class);
    assertThat(handler.getLevel()).isEqualTo(Level.OFF);
    assertThat(handler.getFormatter()).isInstanceOf(XMLFormatter.class);
  }

  @Test
  void shouldBeAsBeforeWhenReleased() throws Exception {
    firstContainer();
    assertThat(slot.residue()).extracting(Residue::kind).contains(new JavaLogHandlers().kind());
    slot.release();
    assertThat(handler.getFormatter()).isSameAs(formatter);
    assertThat(handler.getLevel()).isEqualTo(level);
    assertThat(handler.getFilter()).isNull();
    assertThat(handler.getEncoding()).isNull();
    assertThat(handler.getErrorManager()).isSameAs(errors);
    assertThat(slot.residue()).isEmpty();
  }

  private void firstContainer() throws Exception {
    handler.setFormatter(new XMLFormatter());
    handler.setLevel(Level.OFF);
    handler.setFilter(record -> false);
    handler.setEncoding("UTF-16");
    handler
        .getErrorManager()
        .error("reported once in its life", null, ErrorManager.GENERIC_FAILURE);
    handler.setErrorManager(new ErrorManager());
  }
}
