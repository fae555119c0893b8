/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.TestProcess;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.user.LoadsLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForeignLibrariesTest {
  private final TestSlot slot = new TestSlot();

  @BeforeEach
  void beAContainer() {
    SlotHooks.install(new TestProcess());
  }

  @AfterEach
  void release() {
    SlotHooks.install(null);
    SlotHooks.takeForeignLoads();
    slot.close();
  }

  private String retireReason() {
    return ReleaseChain.standard().run(slot.release(true)).retireReason().orElse("");
  }

  @Test
  void shouldRejectASlotWhereALibraryIsLeft() throws Exception {
    slot.inContainer(LoadsLibrary.class);
    assertThat(retireReason()).contains("native libraries", "/tmp/libleft.so");
    assertThat(retireReason()).as("of the next container").isEmpty();
  }

  @Test
  void shouldNotNoticeItWhenLeftOut() throws Exception {
    slot.inContainer(LoadsLibrary.class);
    slot.releaseWithout(ForeignLibraries.class);
  }

  @Test
  void shouldKeepASlotWhereTheFrameworkHasLoadedOne() {
    new LoadsLibrary().call();
    slot.release();
  }
}
