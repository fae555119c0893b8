/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kernels;

/**
 * The block cipher IDEA. Source: Lai, On the Design and Security of Block Ciphers, ETH Zürich,
 * 1992. Immutable.
 */
final class Idea {
  /** Bytes of a block. */
  static final int BLOCK = 8;

  private static final int KEY_WORDS = 8;
  private static final int ROUNDS = 8;
  private static final int WORDS_A_ROUND = 6;
  private static final int SUBKEYS = ROUNDS * WORDS_A_ROUND + 4;
  private static final int MASK = 0xffff;
  private static final int MODULUS = 0x10001;

  private final int[] subkeys;

  private Idea(int[] subkeys) {
    this.subkeys = subkeys;
  }

  /**
   * The cipher that encrypts.
   *
   * @param key eight words of 16 bits
   */
  static Idea encrypting(int... key) {
    int[] words = new int[SUBKEYS];
    System.arraycopy(key, 0, words, 0, KEY_WORDS);
    for (int i = KEY_WORDS; i < SUBKEYS; i++) {
      // The key, rotated to the left by 25 bits each time it is used up.
      int base = (i / KEY_WORDS - 1) * KEY_WORDS;
      int place = i % KEY_WORDS;
      int high = words[base + (place + 1) % KEY_WORDS];
      int low = words[base + (place + 2) % KEY_WORDS];
      words[i] = ((high << 9) | (low >> 7)) & MASK;
    }
    return new Idea(words);
  }

  /** The cipher that decrypts what this one has encrypted. */
  Idea inverse() {
    int[] inverse = new int[SUBKEYS];
    for (int round = 0; round <= ROUNDS; round++) {
      int to = round * WORDS_A_ROUND;
      int from = (ROUNDS - round) * WORDS_A_ROUND;
      // The two additive keys change places, except at both ends.
      boolean isEnd = round == 0 || round == ROUNDS;
      inverse[to] = inverse(subkeys[from]);
      inverse[to + 1] = -subkeys[from + (isEnd ? 1 : 2)] & MASK;
      inverse[to + 2] = -subkeys[from + (isEnd ? 2 : 1)] & MASK;
      inverse[to + 3] = inverse(subkeys[from + 3]);
      if (round < ROUNDS) {
        inverse[to + 4] = subkeys[from - 2];
        inverse[to + 5] = subkeys[from - 1];
      }
    }
    return new Idea(inverse);
  }

  /**
   * Changes blocks.
   *
   * @param from a whole number of blocks
   * @return as many bytes
   */
  byte[] apply(byte[] from) {
    byte[] to = new byte[from.length];
    for (int at = 0; at < from.length; at += BLOCK) {
      int a = word(from, at);
      int b = word(from, at + 2);
      int c = word(from, at + 4);
      int d = word(from, at + 6);
      for (int key = 0; key < ROUNDS * WORDS_A_ROUND; key += WORDS_A_ROUND) {
        a = multiply(a, subkeys[key]);
        b = (b + subkeys[key + 1]) & MASK;
        c = (c + subkeys[key + 2]) & MASK;
        d = multiply(d, subkeys[key + 3]);
        int left = multiply(a ^ c, subkeys[key + 4]);
        int right = multiply(((b ^ d) + left) & MASK, subkeys[key + 5]);
        left = (left + right) & MASK;
        a ^= right;
        d ^= left;
        int swapped = b ^ left;
        b = c ^ right;
        c = swapped;
      }
      int last = ROUNDS * WORDS_A_ROUND;
      put(to, at, multiply(a, subkeys[last]));
      put(to, at + 2, c + subkeys[last + 1]);
      put(to, at + 4, b + subkeys[last + 2]);
      put(to, at + 6, multiply(d, subkeys[last + 3]));
    }
    return to;
  }

  private static int word(byte[] bytes, int at) {
    return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
  }

  private static void put(byte[] bytes, int at, int word) {
    bytes[at] = (byte) (word >> 8);
    bytes[at + 1] = (byte) word;
  }

  /** Modulo 2¹⁶ + 1, where 0 stands for 2¹⁶. */
  private static int multiply(int a, int b) {
    long product = (long) (a == 0 ? MASK + 1 : a) * (b == 0 ? MASK + 1 : b);
    return (int) (product % MODULUS) & MASK;
  }

  /** By Fermat: the modulus is a prime number. */
  private static int inverse(int word) {
    int result = 1;
    int power = word;
    for (int exponent = MODULUS - 2; exponent > 0; exponent >>= 1) {
      if ((exponent & 1) == 1) {
        result = multiply(result, power);
      }
      power = multiply(power, power);
    }
    return result;
  }
}
