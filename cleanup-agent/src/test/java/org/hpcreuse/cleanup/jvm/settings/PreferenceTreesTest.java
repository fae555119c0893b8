/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.prefs.Preferences;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PreferenceTreesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepTheFirstContainersTreeWhenLeftOut() {
    Preferences first = Preferences.userRoot();
    slot.releaseWithout(PreferenceTrees.class);
    assertThat(Preferences.userRoot()).isSameAs(first);
  }

  @Test
  void shouldForgetTheTreeWhenReleased() {
    Preferences first = Preferences.userRoot();
    slot.release();
    assertThat(Preferences.userRoot()).isNotSameAs(first);
  }
}
