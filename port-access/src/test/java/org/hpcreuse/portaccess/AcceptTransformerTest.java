/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AcceptTransformerTest {
  private static byte[] serverSocket() throws IOException {
    try (var in = ServerSocket.class.getResourceAsStream("ServerSocket.class")) {
      return in.readAllBytes();
    }
  }

  /** As it is in the image of a slot. */
  @Test
  void shouldLeaveAClassThatIsRewritten() throws IOException {
    AcceptTransformer transformer = new AcceptTransformer();
    String name = "java/net/ServerSocket";

    byte[] once = transformer.transform(null, name, null, null, serverSocket());

    assertThat(once).isNotEqualTo(serverSocket());
    assertThat(transformer.transform(null, name, null, null, once)).isNull();
  }

  @Test
  void shouldNameAMethodThatIsNotThere() throws IOException {
    byte[] classFile = serverSocket();

    assertThatThrownBy(() -> AcceptTransformer.rewrite(classFile, Map.of("gone()V", m -> {})))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("java/net/ServerSocket", "gone()V");
  }
}
