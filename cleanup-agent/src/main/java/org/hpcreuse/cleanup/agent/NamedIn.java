/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.nio.charset.StandardCharsets;

/** Tells in microseconds that a class file is of no interest. */
final class NamedIn {
  private NamedIn() {}

  /** Whether the class file holds the name anywhere. */
  static boolean classFile(byte[] classFile, String name) {
    byte[] wanted = name.getBytes(StandardCharsets.US_ASCII);
    int last = classFile.length - wanted.length;
    for (int at = 0; at <= last; at++) {
      int matched = 0;
      while (matched < wanted.length && classFile[at + matched] == wanted[matched]) {
        matched++;
      }
      if (matched == wanted.length) {
        return true;
      }
    }
    return false;
  }
}
