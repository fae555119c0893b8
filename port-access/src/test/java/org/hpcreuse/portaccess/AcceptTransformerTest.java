/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AcceptTransformerTest {
  @Test
  void shouldNameAMethodThatIsNotThere() throws IOException {
    byte[] classFile;
    try (var in = ServerSocket.class.getResourceAsStream("ServerSocket.class")) {
      classFile = in.readAllBytes();
    }

    assertThatThrownBy(() -> AcceptTransformer.rewrite(classFile, Map.of("gone()V", m -> {})))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("java/net/ServerSocket", "gone()V");
  }
}
