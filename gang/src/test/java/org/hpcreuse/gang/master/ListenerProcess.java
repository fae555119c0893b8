/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.hpcreuse.gang.master.core.Event;

/**
 * A gang's port in a process of its own, whose limits a test may set: {@code ListenerProcess
 * SECRET}. Prints the port, then each message that comes, and ends with its input.
 */
final class ListenerProcess {
  private ListenerProcess() {}

  public static void main(String[] args) throws IOException {
    byte[] secret = args[0].getBytes(StandardCharsets.UTF_8);
    try (GangListener listener = new GangListener("127.0.0.1", secret, ListenerProcess::show)) {
      System.out.println(listener.port());
      System.in.transferTo(System.err);
    }
  }

  private static void show(Event event) {
    if (event instanceof Event.Said said) {
      System.out.println(said.message());
    }
  }
}
