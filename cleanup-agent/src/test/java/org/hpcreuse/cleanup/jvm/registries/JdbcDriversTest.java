/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.util.Collection;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.user.UserDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JdbcDriversTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstContainersDriverWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(JdbcDrivers.class);
    assertThat(registered()).isEqualTo(before + 1);
  }

  @Test
  void shouldHaveNoDriverWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(registered()).isEqualTo(before);
  }

  private void firstContainer() throws Exception {
    slot.inContainer(UserDriver.class);
  }

  private final int before = registered();

  private static int registered() {
    try {
      return ReflectiveAccess.ofClass(DriverManager.class)
          .get("registeredDrivers", Collection.class)
          .size();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
