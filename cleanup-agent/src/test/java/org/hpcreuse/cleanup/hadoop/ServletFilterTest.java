/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Guice;
import com.google.inject.servlet.GuiceFilter;
import com.google.inject.servlet.ServletModule;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServletFilterTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldServeFirstContainersPagesWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(
            String.valueOf(ReflectiveAccess.ofClass(GuiceFilter.class).get("pipeline").getClass()))
        .contains("Managed");
  }

  @Test
  void shouldServeNothingWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(
            String.valueOf(ReflectiveAccess.ofClass(GuiceFilter.class).get("pipeline").getClass()))
        .contains("Default");
  }

  private void firstContainer() throws Exception {
    assertThat(Guice.createInjector(new ServletModule())).isNotNull();
  }
}
