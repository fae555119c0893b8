/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.TimeZone;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JvmBaselineTest {
  private static final String NAME = "left.harmless";

  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldFindNothingInAJvmThatNobodyHasChanged() {
    assertThat(slot.residue()).isEmpty();
  }

  @Test
  void shouldFindNothingAfterTheZoneWasAskedFor() {
    assertThat(TimeZone.getDefault()).isNotNull();

    slot.release();

    assertThat(slot.residue()).isEmpty();
  }

  @Test
  void shouldNameWhatDiffersAndHashItsValue() {
    System.setProperty(NAME, "geheim");

    assertThat(slot.residue())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.kind()).isEqualTo("property");
              assertThat(found.where()).isEqualTo(NAME);
              assertThat(found.before()).isEmpty();
              assertThat(found.after()).matches("String\\(6\\)#[0-9a-f]{8}");
            });
  }

  @Test
  void shouldShowBothValuesOfWhatHasChanged() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("tr-TR"));

    assertThat(slot.residue())
        .containsExactly(new Residue("locales", "format", before.toString(), "tr_TR", ""));
  }

  @Test
  void shouldAdoptWhatTheSlotItselfChangesButNotWhatDifferedBefore() {
    System.setProperty(NAME, "of a container");
    Locale before = Locale.getDefault(Locale.Category.DISPLAY);
    slot.adopt(() -> Locale.setDefault(Locale.Category.DISPLAY, Locale.forLanguageTag("tr-TR")));

    assertThat(slot.residue()).extracting(Residue::where).containsExactly(NAME);
    Locale.setDefault(Locale.Category.DISPLAY, before);
  }
}
