/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogManager;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JavaLogListenersTest {
  private final TestSlot slot = new TestSlot();

  private static final class Own extends Level {
    private static final long serialVersionUID = 1L;

    Own() {
      super("LEFT", 4711);
    }
  }

  private static Map<?, ?> listeners() throws ReflectiveOperationException {
    return ReflectiveAccess.of(LogManager.getLogManager()).get("listeners", Map.class);
  }

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveWhatTheFirstContainerHasSetWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(JavaLogListeners.class);
    assertThat(listeners()).isNotEmpty();
    assertThat(Level.parse("LEFT")).isInstanceOf(Own.class);
  }

  @Test
  void shouldBeAsBeforeWhenReleased() throws Exception {
    firstContainer();
    assertThat(slot.residue()).extracting(Residue::kind).contains(new JavaLogListeners().kind());
    slot.release();
    assertThat(listeners()).isEmpty();
    assertThatThrownBy(() -> Level.parse("LEFT")).isInstanceOf(IllegalArgumentException.class);
    assertThat(Level.parse("FINE")).isSameAs(Level.FINE);
    assertThat(slot.residue()).isEmpty();
  }

  private void firstContainer() throws Exception {
    LogManager.getLogManager().addConfigurationListener(() -> {});
    assertThat(new Own().getName()).isEqualTo("LEFT");
  }
}
