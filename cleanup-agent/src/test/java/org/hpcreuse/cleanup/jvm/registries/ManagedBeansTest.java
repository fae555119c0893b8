/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ManagedBeansTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldShowFirstContainersBeanWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(ManagedBeans.class);
    assertThat(
            ManagementFactory.getPlatformMBeanServer()
                .isRegistered(new ObjectName("first:type=Gauge")))
        .isTrue();
  }

  @Test
  void shouldShowNoBeanWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(
            ManagementFactory.getPlatformMBeanServer()
                .isRegistered(new ObjectName("first:type=Gauge")))
        .isFalse();
  }

  private void firstContainer() throws Exception {
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new Gauge(), new ObjectName("first:type=Gauge"));
  }

  /** A bean's interface. */
  public interface GaugeMBean {
    int getValue();
  }

  /** A bean. */
  public static final class Gauge implements GaugeMBean {
    @Override
    public int getValue() {
      return 1;
    }
  }
}
