/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.job;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/**
 * {@code EndsBadly halt STATUS}, or {@code EndsBadly gate PORT}, which waits there to be killed.
 */
public final class EndsBadly {
  private EndsBadly() {}

  /** Halts without hooks, or waits. */
  public static void main(String[] words) throws IOException {
    int number = Integer.parseInt(words[1]);
    if (words[0].equals("halt")) {
      Runtime.getRuntime().halt(number);
    }
    try (Socket gate = new Socket(InetAddress.getLoopbackAddress(), number)) {
      gate.getInputStream().read();
    }
  }
}
