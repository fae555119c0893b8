/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.LoaderFields;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AssertionStatusTest {
  private final TestSlot slot = new TestSlot();
  private static final ClassLoader FRAMEWORK = AssertionStatusTest.class.getClassLoader();
  private final boolean before =
      (Boolean) LoaderFields.getFlag(FRAMEWORK, "defaultAssertionStatus");

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveWhatTheFirstContainerHasSetWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(AssertionStatus.class);
    assertThat(LoaderFields.getFlag(FRAMEWORK, "defaultAssertionStatus")).isEqualTo(!before);
  }

  @Test
  void shouldBeAsBeforeWhenReleased() throws Exception {
    firstContainer();
    assertThat(slot.residue()).extracting(Residue::kind).contains(new AssertionStatus().kind());
    slot.release();
    assertThat(LoaderFields.getFlag(FRAMEWORK, "defaultAssertionStatus")).isEqualTo(before);
    assertThat(slot.residue()).isEmpty();
  }

  private void firstContainer() throws Exception {
    FRAMEWORK.setDefaultAssertionStatus(!before);
    FRAMEWORK.setPackageAssertionStatus("left.behind", true);
    FRAMEWORK.setPackageAssertionStatus(null, true);
    FRAMEWORK.setClassAssertionStatus("left.behind.Class", true);
  }
}
