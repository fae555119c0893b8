/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.nio.ByteBuffer;

/**
 * A message with the next bytes of a transfer. Its head says whose it is, the how manieth, how many
 * bytes follow the head, and what comes then.
 */
final class Chunk {
  /** With the head. */
  static final int BYTES = 1 << 20;

  static final int HEAD_BYTES = 24;

  /** How many of one transfer are under way: one travels while others are written and read. */
  static final int WINDOW = 3;

  private static final int NUMBER = 8;
  private static final int LENGTH = 12;
  private static final int NEXT = 16;

  /** What comes after a chunk. */
  enum Next {
    /** Another one. */
    MORE(0),
    /** Nothing. */
    END(1),
    /** Nothing: the sender cannot go on. The bytes are its reason, in UTF-8. */
    FAILURE(2);

    private final int code;

    Next(int code) {
      this.code = code;
    }

    private static Next of(int code) {
      return code == MORE.code ? MORE : code == END.code ? END : FAILURE;
    }
  }

  private Chunk() {}

  /** Makes a buffer whose position is behind the last byte a chunk. */
  static void writeHead(ByteBuffer chunk, long id, int number, Next next) {
    chunk.putLong(0, id).putInt(NUMBER, number);
    chunk.putInt(LENGTH, chunk.position() - HEAD_BYTES).putInt(NEXT, next.code);
  }

  static boolean isOf(ByteBuffer chunk, long id, int number) {
    return chunk.getLong(0) == id && chunk.getInt(NUMBER) == number;
  }

  static Next next(ByteBuffer chunk) {
    return Next.of(chunk.getInt(NEXT));
  }

  /** Lets the buffer hold what follows the head. */
  static ByteBuffer content(ByteBuffer chunk) {
    return chunk.limit(HEAD_BYTES + chunk.getInt(LENGTH)).position(HEAD_BYTES);
  }
}
