/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.hpcreuse.mpi.MapOutputs;
import org.hpcreuse.pool.mpi.calls.NativeMemory;
import org.hpcreuse.pool.mpi.calls.NativeMemory.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of outputs that become chunks, and outputs again. */
class EncodedOutputsTest {
  private static final Duration BOUND = Duration.ofMillis(200);

  @TempDir private Path disk;
  private final List<String> maps = new ArrayList<>();
  private final List<WrittenOutput> written = new ArrayList<>();
  private final List<byte[]> parts = new ArrayList<>();
  private final Receiving receiving =
      new Receiving(
          new OutputListener(1, 1, List.of()), new InetSocketAddress(1), null, null, null, BOUND);

  private void write(int... lengths) throws IOException {
    for (int length : lengths) {
      byte[] part = new byte[length];
      new Random(length).nextBytes(part);
      maps.add("m" + maps.size());
      parts.add(part);
      written.add(OutputWriter.write(disk.resolve(maps.get(maps.size() - 1)), new byte[7], part));
    }
  }

  /** Sends all, in chunks with so many bytes behind the head. */
  private void send(int bytes) throws IOException {
    try (EncodedOutputs encoded = new EncodedOutputs(new OutputFiles(1, maps, written))) {
      boolean last = false;
      for (int number = 0; !last; number++) {
        Block block = NativeMemory.take(Chunk.BYTES);
        ByteBuffer chunk =
            block.bytes().clear().limit(Chunk.HEAD_BYTES + bytes).position(Chunk.HEAD_BYTES);
        last = encoded.fill(chunk);
        Chunk.writeHead(chunk, 1, number, last ? Chunk.Next.END : Chunk.Next.MORE);
        receiving.chunks().received(block);
      }
    }
    receiving.chunks().end();
  }

  private ReceivedOutputs received() {
    return new ReceivedOutputs(maps, receiving, BOUND, () -> {});
  }

  private static byte[] all(MapOutputs outputs) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[1000];
    for (int count = outputs.read(some, 1, 999); count >= 0; count = outputs.read(some, 1, 999)) {
      all.write(some, 1, count);
    }
    return all.toByteArray();
  }

  private void requireAll(MapOutputs outputs) throws IOException {
    for (int map = 0; map < maps.size(); map++) {
      byte[] part = parts.get(map);
      assertThat(outputs.next())
          .contains(
              new MapOutputs.Output(maps.get(map), part.length, OutputWriter.rawLength(part)));
      assertThat(all(outputs)).isEqualTo(part);
    }
    assertThat(outputs.next()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 16, 100, 1000, 100_000})
  void chunksOfAnySizeBringTheSameBytes(int bytes) throws IOException {
    write(0, 1, 100, 0, 20_000, 84, 0);
    send(bytes);
    ReceivedOutputs outputs = received();
    requireAll(outputs);
    outputs.close();
    assertThat(receiving.chunks().unread()).isZero();
  }

  @Test
  void filesOfTheOwnNodeBringTheSameBytes() throws IOException {
    write(0, 1, 100, 0, 20_000);
    try (OutputFiles files = new OutputFiles(1, maps, written)) {
      requireAll(files);
    }
  }

  @Test
  void whatIsNotReadIsPassedOver() throws IOException {
    write(5_000, 10);
    send(100);
    ReceivedOutputs outputs = received();
    outputs.next();
    outputs.read(new byte[3], 0, 3);
    outputs.next();
    assertThat(all(outputs)).isEqualTo(parts.get(1));
  }

  @Test
  void aFailureComesAfterWhatHasBeenReceived() throws IOException {
    write(5_000);
    send(1_000_000);
    receiving.chunks().fail("late"); // all is there
    ReceivedOutputs whole = received();
    requireAll(whole);

    write(300);
    Block block = NativeMemory.take(Chunk.BYTES);
    ByteBuffer chunk = block.bytes().clear().position(Chunk.HEAD_BYTES);
    chunk.order(java.nio.ByteOrder.BIG_ENDIAN).putLong(300).putLong(0).put((byte) 5);
    chunk.order(java.nio.ByteOrder.nativeOrder());
    Chunk.writeHead(chunk, 1, 0, Chunk.Next.MORE);
    Receiving broken =
        new Receiving(
            new OutputListener(1, 1, List.of()), new InetSocketAddress(1), null, null, null, BOUND);
    broken.chunks().received(block);
    broken.chunks().fail("gone");
    ReceivedOutputs outputs = new ReceivedOutputs(List.of("m"), broken, BOUND, () -> {});
    assertThat(outputs.next()).map(MapOutputs.Output::length).isEqualTo(Optional.of(300L));
    assertThat(outputs.read(new byte[10], 0, 10)).isEqualTo(1);
    assertThatThrownBy(() -> outputs.read(new byte[10], 0, 10)).hasMessage("gone");
  }

  @Test
  void aReaderThatStopsEarlyGivesBackWhatItHas() throws IOException {
    write(5_000);
    send(1_000);
    ReceivedOutputs outputs = received();
    outputs.next();
    outputs.close();
    assertThat(receiving.chunks().unread()).isZero();
  }

  @Test
  void aReaderDoesNotWaitForEver() {
    maps.add("m");
    assertThatThrownBy(() -> received().next())
        .hasMessage("no bytes in 200 ms from the other slot");
    receiving.chunks().close();
    assertThatThrownBy(() -> received().next()).hasMessage("closed");
  }

  @Test
  void aFileThatIsGoneIsAnError() throws IOException {
    write(10);
    Files.delete(disk.resolve("m0/file.out"));
    assertThatThrownBy(() -> send(100)).isInstanceOf(IOException.class);
  }
}
