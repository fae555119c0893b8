/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.hpcreuse.protocol.FrameBuffer;
import org.hpcreuse.protocol.Frames;
import org.hpcreuse.protocol.Message;
import org.hpcreuse.protocol.PoolFiles;

/**
 * Says to a pool manager, over many connections, what nobody should say: well-formed messages
 * without the secret (alone, in any order, replayed), and with it what is spoiled or not for its
 * role to say. Each conversation ends with the manager hanging up. Whatever the manager answers is
 * kept; none of it may be more than Welcome or Refused.
 */
final class Fuzzer {
  private static final int MAX_WITHOUT_SECRET = 5;
  private static final int KEPT = 64;

  private static final List<Class<? extends Message>> FOR_NO_ONE_TO_SAY =
      List.of(
          Message.Welcome.class,
          Message.Refused.class,
          Message.Done.class,
          Message.Assigned.class,
          Message.Run.class,
          Message.SignalLease.class,
          Message.MpiCheck.class,
          Message.Leave.class,
          Message.Text.class);

  private final PoolFiles files;
  private final RandomGenerator random;
  private final RandomMessages messages;
  private final Deque<byte[]> earlier = new ArrayDeque<>();
  private final Map<String, Long> sent = new TreeMap<>();
  private final Map<String, Long> answers = new TreeMap<>();
  private long count;

  Fuzzer(PoolFiles files, RandomGenerator random) {
    this.files = files;
    this.random = random;
    messages = new RandomMessages(random);
  }

  /** How many messages have been sent. */
  long count() {
    return count;
  }

  /** Messages by what was wrong with them. */
  Map<String, Long> sent() {
    return sent;
  }

  /** Answers by kind. */
  Map<String, Long> answers() {
    return answers;
  }

  /** One connection, from its beginning to the manager's hanging up. */
  void converse() throws IOException {
    List<byte[]> frames = random.nextBoolean() ? withoutSecret() : withSecret();
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(files.socket()));
      send(channel, frames);
      // What is not a whole frame yet may be waited for; then it is we who hang up.
      channel.shutdownOutput();
      hear(channel);
    }
    count += frames.size();
  }

  private List<byte[]> withoutSecret() {
    List<byte[]> frames = new ArrayList<>();
    for (int i = 1 + random.nextInt(MAX_WITHOUT_SECRET); i > 0; i--) {
      if (!earlier.isEmpty() && random.nextInt(4) == 0) {
        frames.add(note("replayed", earlier.peekFirst()));
        earlier.addLast(earlier.removeFirst());
      } else {
        Message message = messages.any();
        frames.add(note("no secret: " + message.getClass().getSimpleName(), bytes(message)));
        keep(frames.get(frames.size() - 1));
      }
    }
    if (random.nextInt(8) == 0) {
      byte[] last = frames.remove(frames.size() - 1);
      frames.add(note("cut off", Arrays.copyOf(last, random.nextInt(last.length))));
    }
    return frames;
  }

  private List<byte[]> withSecret() throws IOException {
    Message.Role[] roles = Message.Role.values();
    Message.Role role = roles[random.nextInt(roles.length)];
    byte[] hello = bytes(new Message.Hello(role, random.nextLong(), files.readSecret()));
    if (random.nextInt(3) == 0) {
      byte[] wrong = bytes(messages.of(FOR_NO_ONE_TO_SAY));
      return List.of(note("Hello", hello), note("not for " + role + " to say", wrong));
    }
    Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
    byte[] spoiled = damage.apply(bytes(messages.any()), random);
    return List.of(note("Hello", hello), note("spoiled: " + damage, spoiled));
  }

  private byte[] note(String what, byte[] frame) {
    sent.merge(what, 1L, Long::sum);
    return frame;
  }

  private void keep(byte[] frame) {
    earlier.addLast(frame);
    if (earlier.size() > KEPT) {
      earlier.removeFirst();
    }
  }

  private static byte[] bytes(Message message) {
    ByteBuffer frame = Frames.encode(message);
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    return bytes;
  }

  private static void send(SocketChannel channel, List<byte[]> frames) {
    try {
      for (byte[] frame : frames) {
        ByteBuffer buffer = ByteBuffer.wrap(frame);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
    } catch (IOException e) {
      requireHangUp(e);
    }
  }

  /** The manager has hung up before it was told everything, as it may. */
  private static void requireHangUp(IOException e) {
    if (e.getMessage() == null) {
      throw new IllegalStateException("not a hang-up", e);
    }
  }

  private void hear(SocketChannel channel) {
    FrameBuffer in = new FrameBuffer();
    try {
      while (in.fill(channel) > 0) {
        for (Optional<Message> next = in.next(); next.isPresent(); next = in.next()) {
          answers.merge(next.get().getClass().getSimpleName(), 1L, Long::sum);
        }
      }
    } catch (IOException e) {
      requireHangUp(e);
    }
  }
}
