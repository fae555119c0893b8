/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;

/**
 * Says to a pool manager, over many connections at once and in pieces of any size, what nobody
 * should say: well-formed messages without the secret or with one that is nearly right; and with
 * it, what the role may say with one field changed, in any order, spoiled, cut off, or not for the
 * role at all. Frames of earlier connections are said again. Each answer is held against an {@link
 * Allowance}.
 */
final class Fuzzer {
  private static final int AT_ONCE = 64;
  private static final int MAX_FRAMES = 8;
  private static final int KEPT = 256;

  private final PoolFiles files;
  private final String secret;
  private final RandomGenerator random;
  private final RandomMessages messages;
  private final ValidMessages valid;
  private final Deque<byte[]> earlier = new ArrayDeque<>();
  private final Map<Conversation, Allowance> open = new LinkedHashMap<>();
  private final Map<String, Long> sent = new TreeMap<>();
  private final Map<String, Long> answers = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private long count;
  private long connections;

  Fuzzer(PoolFiles files, RandomGenerator random) throws IOException {
    this.files = files;
    this.random = random;
    secret = files.readSecret();
    messages = new RandomMessages(random);
    valid = new ValidMessages(random);
  }

  /** How many messages have been sent. */
  long count() {
    return count;
  }

  /** Over how many connections. */
  long connections() {
    return connections;
  }

  /** Messages by what was done to them. */
  Map<String, Long> sent() {
    return sent;
  }

  /** Answers by kind. */
  Map<String, Long> answers() {
    return answers;
  }

  /** Answers that nothing had called for. */
  List<String> violations() {
    return violations;
  }

  /** Says so many messages, and hears all answers. */
  void talk(long wanted) throws IOException {
    while (count < wanted || !open.isEmpty()) {
      if (count < wanted && open.size() < AT_ONCE) {
        begin();
      } else {
        goOn();
      }
    }
  }

  private void begin() throws IOException {
    List<byte[]> frames = frames();
    byte[] bytes = join(frames);
    Allowance allowance = Allowance.of(bytes, secret);
    if (allowance.isEffective()) {
      return;
    }
    open.put(new Conversation(files.socket(), bytes), allowance);
    count += frames.size();
    connections++;
  }

  private void goOn() throws IOException {
    Conversation one = new ArrayList<>(open.keySet()).get(random.nextInt(open.size()));
    one.say(random.nextInt(4) == 0 ? 1 + random.nextInt(40) : Integer.MAX_VALUE);
    if (one.isSaid()) {
      Allowance allowance = open.remove(one);
      for (Message answer : one.answers()) {
        answers.merge(answer.getClass().getSimpleName(), 1L, Long::sum);
        if (!allowance.take(answer)) {
          violations.add("connection " + connections + ": " + answer.getClass().getSimpleName());
        }
      }
      one.close();
    }
  }

  private List<byte[]> frames() {
    Message.Role[] roles = Message.Role.values();
    Message.Role role = roles[random.nextInt(roles.length)];
    List<byte[]> frames = new ArrayList<>();
    if (random.nextInt(3) > 0) {
      frames.add(hello(role));
    }
    for (int i = random.nextInt(MAX_FRAMES); i > 0 || frames.isEmpty(); i--) {
      frames.add(frame(role));
    }
    if (random.nextInt(8) == 0) {
      byte[] last = frames.remove(frames.size() - 1);
      frames.add(note("cut off", Arrays.copyOf(last, random.nextInt(last.length))));
    }
    frames.forEach(this::keep);
    return frames;
  }

  private byte[] hello(Message.Role role) {
    Message.Hello right = new Message.Hello(role, random.nextInt(), secret);
    return switch (random.nextInt(6)) {
      case 0 -> note("Hello, one field changed", bytes(messages.withOneFieldChanged(right)));
      case 1 -> {
        String near = secret.substring(0, secret.length() - 1) + (char) random.nextInt(128);
        yield note("Hello, nearly", bytes(new Message.Hello(role, 1, near)));
      }
      default -> note("Hello", bytes(right));
    };
  }

  private byte[] frame(Message.Role role) {
    return switch (random.nextInt(20)) {
      case 0 -> note("any", bytes(messages.any()));
      case 1 -> {
        Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
        yield note("spoiled: " + damage, damage.apply(bytes(valid.of(role)), random));
      }
      case 2 -> {
        byte[] frame = bytes(valid.of(role));
        frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
        yield note("one bit changed", frame);
      }
      case 3 -> earlier.isEmpty() ? frame(role) : note("said before", earlier());
      case 4, 5, 6, 7, 8, 9 -> {
        Message message = messages.withOneFieldChanged(valid.of(role));
        yield note(role + ", one field changed", bytes(message));
      }
      default -> note(role + ", as it should be", bytes(valid.of(role)));
    };
  }

  private byte[] earlier() {
    earlier.addLast(earlier.removeFirst());
    return earlier.peekLast().clone();
  }

  private byte[] note(String what, byte[] frame) {
    sent.merge(what, 1L, Long::sum);
    return frame;
  }

  private void keep(byte[] frame) {
    if (frame.length > 0 && random.nextInt(16) == 0) {
      earlier.addLast(frame.clone());
    }
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

  private static byte[] join(List<byte[]> frames) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    frames.forEach(all::writeBytes);
    return all.toByteArray();
  }
}
