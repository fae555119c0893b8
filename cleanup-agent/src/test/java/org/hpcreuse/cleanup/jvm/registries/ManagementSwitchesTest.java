/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.NotificationEmitter;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ManagementSwitchesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldShowFlagAndListenerOfFirstContainerWhenLeftOut() {
    spoil();
    slot.releaseWithout(ManagementSwitches.class, BeanListeners.class);
    assertThat(residue()).contains("flag HeapDumpPath", "listeners of memory");
  }

  @Test
  void shouldShowNothingWhenReleased() {
    spoil();
    slot.release();
    assertThat(residue()).isEmpty();
  }

  private List<String> residue() {
    return slot.residue().stream()
        .filter(found -> found.kind().equals("management"))
        .map(Residue::where)
        .toList();
  }

  private static void spoil() {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .setVMOption("HeapDumpPath", "first");
    ((NotificationEmitter) ManagementFactory.getMemoryMXBean())
        .addNotificationListener((notification, handback) -> {}, null, null);
  }
}
