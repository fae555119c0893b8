/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.ObjectName;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BeanListenersTest {
  private final TestSlot slot = new TestSlot();
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
  private final AtomicInteger heard = new AtomicInteger();

  /** What a bean is made for. */
  public interface EmptyMBean {}

  private static final class Empty implements EmptyMBean {}

  private int heardOfAnotherBean() throws Exception {
    heard.set(0);
    ObjectName name = new ObjectName("left.behind:type=Empty");
    SERVER.registerMBean(new Empty(), name);
    SERVER.unregisterMBean(name);
    return heard.get();
  }

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveWhatTheFirstContainerHasSetWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(BeanListeners.class);
    assertThat(heardOfAnotherBean()).isPositive();
  }

  @Test
  void shouldBeAsBeforeWhenReleased() throws Exception {
    firstContainer();
    assertThat(slot.residue()).extracting(Residue::kind).contains(new BeanListeners().kind());
    slot.release();
    assertThat(heardOfAnotherBean()).isZero();
    assertThat(slot.residue()).isEmpty();
  }

  private void firstContainer() throws Exception {
    SERVER.addNotificationListener(
        MBeanServerDelegate.DELEGATE_NAME,
        (notification, handback) -> heard.incrementAndGet(),
        null,
        null);
  }
}
