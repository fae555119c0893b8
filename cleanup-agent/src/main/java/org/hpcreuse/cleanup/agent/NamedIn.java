/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Tells in microseconds that a class file is of no interest, since a name does not occur in it:
 * each class that is loaded is asked, so most bytes are skipped (Horspool, "Practical fast
 * searching in strings", 1980).
 */
final class NamedIn {
  private final byte[] name;

  /** By the byte that lies below the name's last one: how far the name can be moved on. */
  private final int[] skips = new int[1 << Byte.SIZE];

  /** Looks for a name of ASCII characters. */
  NamedIn(String name) {
    this.name = name.getBytes(StandardCharsets.US_ASCII);
    Arrays.fill(skips, this.name.length);
    for (int i = 0; i < this.name.length - 1; i++) {
      skips[this.name[i]] = this.name.length - 1 - i;
    }
  }

  /** Whether the class file holds the name anywhere. */
  boolean test(byte[] classFile) {
    int last = name.length - 1;
    for (int end = last; end < classFile.length; end += skips[Byte.toUnsignedInt(classFile[end])]) {
      if (classFile[end] == name[last]
          && Arrays.equals(classFile, end - last, end + 1, name, 0, name.length)) {
        return true;
      }
    }
    return false;
  }
}
