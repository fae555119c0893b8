/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/** A container that has been sent to the pool. */
public final class Launched {
  private final Container container;
  private final MessageChannel channel;
  private Message.Assigned assigned;

  private Launched(Container container, MessageChannel channel) {
    this.container = container;
    this.channel = channel;
  }

  static Launched send(PoolExtension pool, Container container, Duration hold)
      throws IOException, TimeoutException {
    MessageChannel channel = pool.connect(Message.Role.EXECUTOR);
    channel.send(new Message.Launch(container.spec(), hold.toMillis()), Waits.SOON);
    return new Launched(container, channel);
  }

  static Launched again(PoolExtension pool, Container container)
      throws IOException, TimeoutException {
    MessageChannel channel = pool.connect(Message.Role.EXECUTOR);
    channel.send(new Message.Reattach(container.id()), Waits.SOON);
    return new Launched(container, channel);
  }

  public Container container() {
    return container;
  }

  /** Waits for the container's slot. */
  public Message.Assigned assigned() throws IOException, TimeoutException {
    if (assigned == null) {
      assigned = next(Message.Assigned.class);
    }
    return assigned;
  }

  /** Waits for the container's end. */
  public Outcome outcome() throws IOException, TimeoutException {
    Message.Assigned slot = assigned();
    Message.Exited exited = exited();
    return new Outcome(slot, exited, text(container.stdout()), text(container.stderr()));
  }

  /** What it has written so far; its end is not known. */
  public Outcome soFar() throws IOException, TimeoutException {
    return new Outcome(assigned(), null, text(container.stdout()), text(container.stderr()));
  }

  /** Waits for the end of a container that may never have had a slot. */
  public Message.Exited exited() throws IOException, TimeoutException {
    Message message = channel.receive(Waits.START);
    if (assigned == null && message instanceof Message.Assigned slot) {
      assigned = slot;
      message = channel.receive(Waits.START);
    }
    assertThat(message).as(container.id()).isInstanceOf(Message.Exited.class);
    Message.Exited exited = (Message.Exited) message;
    channel.send(new Message.Collected(container.id(), exited.lease()), Waits.SOON);
    return exited;
  }

  /** Waits until the pool has declined the container. */
  public Message.Declined declined() throws IOException, TimeoutException {
    Message message = channel.receive(Waits.START);
    if (message instanceof Message.Assigned) {
      message = channel.receive(Waits.START);
    }
    assertThat(message).isInstanceOf(Message.Declined.class);
    return (Message.Declined) message;
  }

  /** What the container has written to its standard output so far. */
  public String stdout() throws IOException {
    return text(container.stdout());
  }

  private <T extends Message> T next(Class<T> type) throws IOException, TimeoutException {
    Message message = channel.receive(Waits.START);
    assertThat(message).as(container.id()).isInstanceOf(type);
    return type.cast(message);
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  void close() throws IOException {
    channel.close();
  }
}
