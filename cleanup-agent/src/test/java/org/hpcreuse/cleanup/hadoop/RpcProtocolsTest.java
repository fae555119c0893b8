/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RpcProtocolsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldUseFirstContainersEngineWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(
            ReflectiveAccess.ofClass(RPC.class)
                .get("PROTOCOL_ENGINES", Map.class)
                .containsKey(Runnable.class))
        .isTrue();
  }

  @Test
  void shouldChooseEngineAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(
            ReflectiveAccess.ofClass(RPC.class)
                .get("PROTOCOL_ENGINES", Map.class)
                .containsKey(Runnable.class))
        .isFalse();
  }

  private void firstContainer() throws Exception {
    ReflectiveAccess.ofClass(RPC.class)
        .call(
            "getProtocolEngine",
            new Class<?>[] {Class.class, Configuration.class},
            Runnable.class,
            new Configuration());
  }
}
