/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Ways to spoil a well-formed frame: magic (4 bytes), version (2), number (2), length (4), payload.
 */
enum Damage {
  MAGIC {
    @Override
    byte[] apply(byte[] frame, RandomGenerator random) {
      frame[random.nextInt(4)] ^= (byte) (1 + random.nextInt(255));
      return frame;
    }
  },
  VERSION {
    @Override
    byte[] apply(byte[] frame, RandomGenerator random) {
      frame[4 + random.nextInt(2)] ^= (byte) (1 + random.nextInt(255));
      return frame;
    }
  },
  UNKNOWN_NUMBER {
    @Override
    byte[] apply(byte[] frame, RandomGenerator random) {
      ByteBuffer.wrap(frame).putShort(6, (short) (1_000 + random.nextInt(30_000)));
      return frame;
    }
  },
  NEGATIVE_LENGTH {
    @Override
    byte[] apply(byte[] frame, RandomGenerator random) {
      ByteBuffer.wrap(frame).putInt(8, -1 - random.nextInt(Integer.MAX_VALUE));
      return frame;
    }
  },
  HUGE_LENGTH {
    @Override
    byte[] apply(byte[] frame, RandomGenerator random) {
      ByteBuffer.wrap(frame).putInt(8, (4 << 20) + 1 + random.nextInt(1 << 30));
      return frame;
    }
  },
  /** The payload is longer than its record. */
  TRAILING_BYTES {
    @Override
    byte[] apply(byte[] frame, RandomGenerator random) {
      int more = 1 + random.nextInt(64);
      byte[] longer = Arrays.copyOf(frame, frame.length + more);
      ByteBuffer.wrap(longer).putInt(8, longer.length - HEADER);
      return longer;
    }
  },
  /** The payload ends within its record; the header says so too. */
  SHORT_PAYLOAD {
    @Override
    byte[] apply(byte[] frame, RandomGenerator random) {
      if (frame.length == HEADER) {
        return MAGIC.apply(frame, random);
      }
      byte[] shorter = Arrays.copyOf(frame, HEADER + random.nextInt(frame.length - HEADER));
      ByteBuffer.wrap(shorter).putInt(8, shorter.length - HEADER);
      return shorter;
    }
  },
  /** A length or count inside the payload that lies about what follows. */
  LYING_COUNT {
    @Override
    byte[] apply(byte[] frame, RandomGenerator random) {
      byte[] lying = Arrays.copyOf(frame, Math.max(frame.length, HEADER + 4));
      ByteBuffer.wrap(lying).putInt(8, lying.length - HEADER);
      // The first component of every such message is a text, so this is its length.
      ByteBuffer.wrap(lying).putShort(6, (short) WITH_LEADING_TEXT);
      ByteBuffer.wrap(lying).putInt(HEADER, (random.nextBoolean() ? 1 << 31 : 1 << 24));
      return lying;
    }
  };

  static final int HEADER = 12;

  /** Number of Reattach on the wire. */
  private static final int WITH_LEADING_TEXT = 15;

  /** Spoils a frame so that it cannot be taken for a message any more. */
  abstract byte[] apply(byte[] frame, RandomGenerator random);
}
