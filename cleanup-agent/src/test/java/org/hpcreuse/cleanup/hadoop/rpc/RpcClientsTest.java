/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RpcClientsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldHandOutFirstContainersClientWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RpcClients.class);
    assertThat(clientId()).isSameAs(firstId);
  }

  @Test
  void shouldMakeANewClientWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(clientId()).isNotSameAs(firstId);
  }

  private void firstContainer() throws Exception {
    firstId = clientId();
  }

  private Object firstId;

  private static Object clientId() throws Exception {
    Object client =
        ReflectiveAccess.ofClass(ProtobufRpcEngine2.class)
            .call("getClient", new Class<?>[] {Configuration.class}, new Configuration());
    return ReflectiveAccess.of(client).get("clientId");
  }
}
