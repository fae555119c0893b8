/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.List;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ProtocolException;
import org.junit.jupiter.api.Test;

class LaunchRequestTest {
  private static final LaunchRequest REQUEST =
      new LaunchRequest("/data/ä b", List.of("bash", "/data/ä b/run.sh", ""));

  @Test
  void shouldReadWhatItHasWritten() throws IOException {
    assertThat(read(bytes(REQUEST.encode()))).isEqualTo(REQUEST);
  }

  @Test
  void shouldSayThatTheStreamHasEndedInTheMiddle() {
    byte[] bytes = bytes(REQUEST.encode());

    for (int length = 0; length < bytes.length; length++) {
      byte[] part = java.util.Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(part)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void shouldRejectWhatIsNoRequest() {
    byte[] bytes = bytes(REQUEST.encode());
    bytes[0] ^= 1;
    assertThatThrownBy(() -> read(bytes)).isInstanceOf(ProtocolException.class);
    byte[] empty = bytes(new LaunchRequest("/", List.of()).encode());
    assertThatThrownBy(() -> read(empty)).hasMessage("a request without a command: [/]");
    byte[] other = bytes(Frames.encode(new Message.StatusQuery()));
    assertThatThrownBy(() -> read(other)).hasMessageStartingWith("no request, but StatusQuery");
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static LaunchRequest read(byte[] bytes) throws IOException {
    return LaunchRequest.read(Channels.newChannel(new ByteArrayInputStream(bytes)));
  }
}
