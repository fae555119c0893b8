/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FrameBufferTest {
  private static ReadableByteChannel channel(Message... messages) {
    byte[] bytes = new byte[0];
    for (Message message : messages) {
      ByteBuffer frame = Frames.encode(message);
      byte[] longer = java.util.Arrays.copyOf(bytes, bytes.length + frame.remaining());
      frame.get(longer, bytes.length, frame.remaining());
      bytes = longer;
    }
    return Channels.newChannel(new ByteArrayInputStream(bytes));
  }

  @Test
  void shouldGrowForALargeMessageAndKeepTheOrder() throws IOException {
    Message large = new Message.Text("x".repeat(1_000_000));
    ReadableByteChannel channel = channel(new Message.Done(), large, new Message.Refused("r"));
    FrameBuffer buffer = new FrameBuffer();

    List<Message> read = new ArrayList<>();
    while (read.size() < 3) {
      buffer.fill(channel);
      for (var next = buffer.next(); next.isPresent(); next = buffer.next()) {
        read.add(next.get());
      }
    }

    assertThat(read).containsExactly(new Message.Done(), large, new Message.Refused("r"));
    assertThatThrownBy(() -> buffer.fill(channel)).isInstanceOf(EOFException.class);
  }

  @Test
  void shouldTakeTheLargestMessage() throws IOException {
    Message largest = new Message.Text("x".repeat(Frames.MAX_PAYLOAD_BYTES - 4));
    ReadableByteChannel channel = channel(largest);
    FrameBuffer buffer = new FrameBuffer();

    var read = buffer.next();
    while (read.isEmpty()) {
      buffer.fill(channel);
      read = buffer.next();
    }

    assertThat(read).contains(largest);
  }

  private static void fillUntil(FrameBuffer buffer, ReadableByteChannel from, Message wanted)
      throws IOException {
    var read = buffer.next();
    while (read.isEmpty()) {
      buffer.fill(from);
      read = buffer.next();
    }
    assertThat(read).contains(wanted);
  }

  @Test
  void shouldBeSmallAgainWhenALargeMessageHasBeenTaken() throws IOException {
    Message large = new Message.Text("x".repeat(1_000_000));
    FrameBuffer buffer = new FrameBuffer();
    int before = buffer.heldBytes();

    fillUntil(buffer, channel(large), large);

    assertThat(buffer.heldBytes()).isEqualTo(before);
  }

  @Test
  void shouldHoldAllOfAMessageOnceItIsAdmitted() throws IOException {
    FrameBuffer buffer = new FrameBuffer();
    ReadableByteChannel channel = channel(new Message.Text("x".repeat(1_000_000)));

    buffer.fill(channel);
    buffer.fill(channel);

    assertThat(buffer.next()).isEmpty();
    assertThat(buffer.heldBytes()).isGreaterThan(1_000_000);
  }

  @Test
  void shouldSkipWhatIsNotAdmittedAndGoOnBehindIt() throws IOException {
    String id = "container_1";
    Message large = new Message.Exited(id, 1, 0, "x".repeat(1_000_000), 0, 0);
    ReadableByteChannel channel = channel(new Message.Done(), large, new Message.Refused("r"));
    FrameBuffer buffer = FrameBuffer.limited();
    fillUntil(buffer, channel, new Message.Done());
    List<Integer> asked = new ArrayList<>();
    buffer.liftLimit(
        (type, bytes) -> {
          asked.add(bytes);
          return false;
        });

    Optional<FrameBuffer.Skipped> skipped = buffer.takeSkipped();
    while (skipped.isEmpty()) {
      buffer.fill(channel);
      skipped = buffer.takeSkipped();
    }

    int bytes = Frames.encode(large).remaining();
    assertThat(skipped)
        .contains(new FrameBuffer.Skipped(Message.Exited.class, bytes, Optional.of(id)));
    assertThat(buffer.isWithinMessage()).isTrue();
    fillUntil(buffer, channel, new Message.Refused("r"));
    assertThat(asked).containsExactly(bytes);
    assertThat(buffer.heldBytes()).isLessThanOrEqualTo(FrameBuffer.SMALL_BYTES);
  }

  @Test
  void shouldTakeNoLargeMessageOfAStranger() {
    ReadableByteChannel channel = channel(new Message.Text("x".repeat(100_000)));
    FrameBuffer buffer = FrameBuffer.limited();

    assertThatThrownBy(() -> fillUntil(buffer, channel, new Message.Done()))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("8192 bytes");
  }
}
