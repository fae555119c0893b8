/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.Message;
import org.hpcreuse.protocol.MessageChannel;
import org.hpcreuse.protocol.PoolFiles;

/** The slot's connection to the pool manager. Sending is thread-safe; one thread receives. */
final class SlotLink {
  private static final Duration BOUND = Duration.ofSeconds(30);

  /** How long one wait for a message is; there is no news for as long as nothing happens. */
  private static final Duration LISTEN = Duration.ofHours(1);

  private final MessageChannel channel;

  private SlotLink(MessageChannel channel) {
    this.channel = channel;
  }

  static SlotLink open(PoolFiles files, Message.SlotHello hello)
      throws IOException, TimeoutException {
    SlotLink link = new SlotLink(MessageChannel.connect(files, Message.Role.SLOT, BOUND));
    link.send(hello);
    return link;
  }

  void send(Message message) throws IOException {
    try {
      channel.send(message, BOUND);
    } catch (TimeoutException e) {
      throw new IOException(
          "pool manager has not taken " + message.getClass().getSimpleName() + " for " + BOUND, e);
    }
  }

  /** Waits for the next message, however long that takes. */
  Message receive() throws IOException {
    Optional<Message> message = Optional.empty();
    while (message.isEmpty()) {
      message = listen();
    }
    return message.get();
  }

  private Optional<Message> listen() throws IOException {
    try {
      return Optional.of(channel.receive(LISTEN));
    } catch (TimeoutException e) {
      return Optional.empty();
    }
  }
}
