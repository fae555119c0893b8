/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SaslRpcServer;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecurityProvidersTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldNotKeepTheProviderOfRpcServersWhenReleased() throws Exception {
    List<Provider> before = List.of(Security.getProviders());
    slot.inContainer(
        () -> {
          SaslRpcServer.init(new Configuration());
          return "";
        });
    assertThat(Security.getProviders()).hasSize(before.size() + 1);
    slot.release();
    assertThat(Security.getProviders()).containsExactlyElementsOf(before);
  }
}
