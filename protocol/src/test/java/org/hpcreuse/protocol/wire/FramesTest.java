/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.protocol.Samples;
import org.hpcreuse.protocol.program.JavaProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FramesTest {
  private static final int VERSION_AT = 4;
  private static final int CODE_AT = 6;
  private static final int LENGTH_AT = 8;

  static Stream<Message> messages() {
    return Samples.all();
  }

  private static ByteBuffer done() {
    return Frames.encode(new Message.Done());
  }

  private static ByteBuffer refused(String reason) {
    return Frames.encode(new Message.Refused(reason));
  }

  private static void assertRefused(ByteBuffer frame, String why) {
    assertThatThrownBy(() -> Frames.decode(frame))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadBackWhatWasWritten(Message message) throws ProtocolException {
    ByteBuffer frame = Frames.encode(message);

    assertThat(Frames.decode(frame)).contains(message);
    assertThat(frame.hasRemaining()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldWaitForTheRestOfATruncatedFrame(Message message) throws ProtocolException {
    ByteBuffer frame = Frames.encode(message);
    for (int length = 0; length < frame.limit(); length++) {
      ByteBuffer part = frame.duplicate().limit(length);

      assertThat(Frames.decode(part)).isEmpty();
      assertThat(part.position()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldRefuseAPayloadThatIsShorterThanItsMessage(Message message) {
    ByteBuffer frame = Frames.encode(message);
    int payload = frame.getInt(LENGTH_AT);
    for (int length = 0; length < payload; length++) {
      ByteBuffer part = ByteBuffer.allocate(frame.limit()).put(frame.duplicate()).flip();
      part.putInt(LENGTH_AT, length).limit(Frames.HEADER_BYTES + length);

      assertThatThrownBy(() -> Frames.decode(part)).isInstanceOf(ProtocolException.class);
    }
  }

  @Test
  void shouldRefuseAPayloadThatIsLongerThanItsMessage() {
    ByteBuffer frame = ByteBuffer.allocate(100).put(done()).put((byte) 7).flip();

    assertRefused(frame.putInt(LENGTH_AT, 1), "1 bytes after its end");
  }

  @Test
  void shouldRefuseOtherMagic() {
    assertRefused(done().putInt(0, 0x47455420), "bad magic 0x47455420");
  }

  @Test
  void shouldRefuseAnotherVersion() {
    short newer = Frames.VERSION + 1;

    assertRefused(done().putShort(VERSION_AT, newer), "protocol version " + newer);
  }

  @Test
  void shouldRefuseAnUnknownMessage() {
    assertRefused(done().putShort(CODE_AT, (short) 999), "unknown message number 999");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, Frames.MAX_PAYLOAD_BYTES + 1})
  void shouldRefuseALyingPayloadLengthBeforeThePayloadIsThere(int length) {
    assertRefused(done().putInt(LENGTH_AT, length), "payload of " + length);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 4})
  void shouldRefuseALyingLengthInsideThePayload(int length) {
    assertRefused(refused("abc").putInt(Frames.HEADER_BYTES, length), "length " + length);
  }

  @Test
  void shouldRefuseAnUnknownEnumName() {
    ByteBuffer frame = Frames.encode(new Message.Hello(Message.Role.SLOT, 1, ""));

    assertRefused(frame.put(Frames.HEADER_BYTES + 4, (byte) 'X'), "unknown Role");
  }

  @Test
  void shouldRefuseToWriteMoreThanTheLimit() {
    assertThatThrownBy(() -> refused("x".repeat(Frames.MAX_PAYLOAD_BYTES)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Refused has " + (Frames.MAX_PAYLOAD_BYTES + 4));
  }

  @Test
  void shouldTakeOneMessageAfterTheOther() throws ProtocolException {
    ByteBuffer both = ByteBuffer.allocate(200).put(refused("a")).put(done()).flip();

    assertThat(List.of(Frames.decode(both).orElseThrow(), Frames.decode(both).orElseThrow()))
        .containsExactly(new Message.Refused("a"), new Message.Done());
  }

  private static JavaProgram program(List<String> arguments) {
    return new JavaProgram(
        Map.of("TOKEN", "s3cret"), Map.of("p", "s3cret"), List.of(), "Main", arguments, "", "");
  }

  @Test
  void shouldReadAProgramOnlyWhenItIsAskedFor() throws ProtocolException {
    JavaProgram program = program(List.of("a", ""));
    Encoded<JavaProgram> malformed = new Encoded<>(JavaProgram.class, new byte[] {0, 0, 0, 9});
    ByteBuffer run = Frames.encode(new Message.Run(1, new LaunchSpec("c", "/", 1, malformed)));

    assertThat(Encoded.of(program).decode()).isEqualTo(program);
    assertThat(Frames.decode(run)).isPresent();
    assertThatThrownBy(malformed::decode).isInstanceOf(ProtocolException.class);
  }

  @Test
  void shouldNotShowSecretsInText() {
    Message.Hello hello = new Message.Hello(Message.Role.SLOT, 1, "s3cret");
    Message launch =
        new Message.Launch(new LaunchSpec("c", "/", 1, Encoded.of(program(List.of("s3cret")))), 0);

    assertThat(hello + " " + launch + program(List.of("s3cret"))).doesNotContain("s3cret");
  }
}
