/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;

/**
 * The process that a rank is to start. It holds no environment: the process inherits that of
 * mpirun, which is the NodeManager's, and the launch script sets the container's own.
 *
 * @param directory its working directory
 * @param command its words
 */
public record LaunchRequest(String directory, List<String> command) {
  /** Between the words of a message; no word has one. */
  private static final String END = "\0";

  public LaunchRequest {
    command = List.copyOf(command);
  }

  /** As {@link #read} understands it: a frame of the pool's protocol. */
  public ByteBuffer encode() {
    String words =
        Stream.concat(Stream.of(directory), command.stream()).collect(Collectors.joining(END));
    return Frames.encode(new Message.Text(words));
  }

  /**
   * Reads a request.
   *
   * @throws java.io.EOFException when the channel ends first
   * @throws IOException when the bytes are no request of this version
   */
  public static LaunchRequest read(ReadableByteChannel channel) throws IOException {
    FrameBuffer in = new FrameBuffer();
    Optional<Message> message = in.next();
    while (message.isEmpty()) {
      in.fill(channel);
      message = in.next();
    }
    if (!(message.get() instanceof Message.Text text)) {
      throw new IOException("no request, but " + message.get());
    }
    List<String> words = List.of(text.text().split(END, -1));
    if (words.size() < 2) {
      throw new IOException("a request without a command: " + words);
    }
    return new LaunchRequest(words.get(0), words.subList(1, words.size()));
  }
}
