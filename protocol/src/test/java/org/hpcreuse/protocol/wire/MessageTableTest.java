/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.hpcreuse.protocol.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MessageTableTest {
  static Stream<Message> messages() {
    return Samples.all();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldHaveANumberForEveryMessage(Message message) throws ProtocolException {
    short code = MessageTable.codeOf(message);

    assertThat(MessageTable.classOf(code)).isEqualTo(message.getClass());
  }
}
