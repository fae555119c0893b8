/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldFormatInFirstContainersLanguageWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(Locales.class);
    assertThat(Locale.getDefault(Locale.Category.FORMAT).getLanguage()).isEqualTo("ar");
  }

  @Test
  void shouldFormatAsBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(Locale.getDefault(Locale.Category.FORMAT).getLanguage()).isNotEqualTo("ar");
  }

  private void firstContainer() throws Exception {
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
  }
}
