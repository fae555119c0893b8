/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ShutdownMonitor;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JettyShutdownMonitorTest {
  private final TestSlot slot = new TestSlot();
  private final Server server = new Server();

  @AfterEach
  void release() {
    ShutdownMonitor.deregister(server);
    slot.close();
  }

  @Test
  void shouldKeepAServerThatWasNotStoppedWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(JettyShutdownMonitor.class);
    assertThat(ShutdownMonitor.isRegistered(server)).isTrue();
  }

  @Test
  void shouldForgetAServerThatWasNotStopped() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ShutdownMonitor.isRegistered(server)).isFalse();
  }

  private void firstContainer() throws Exception {
    slot.inContainer(
        () -> {
          ShutdownMonitor.register(server);
          return server;
        });
  }
}
