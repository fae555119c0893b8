/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.time.Instant;
import java.util.Map;

/**
 * What SIGQUIT does: the stacks of the container's threads on its standard output. Written by a
 * daemon thread of its own, because that output may block.
 */
final class ThreadDump {
  private ThreadDump() {}

  static void print(Guest guest) {
    Thread writer = new Thread(() -> System.out.print(text(guest)), "slot-thread-dump");
    writer.setDaemon(true);
    writer.start();
  }

  private static String text(Guest guest) {
    StringBuilder text = new StringBuilder(4096);
    text.append(Instant.now()).append("\nFull thread dump of the container:\n\n");
    for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
      Thread thread = entry.getKey();
      if (guest.isContainers(thread)) {
        text.append('"').append(thread.getName()).append('"');
        text.append(thread.isDaemon() ? " daemon" : "").append(" prio=");
        text.append(thread.getPriority()).append("\n   java.lang.Thread.State: ");
        text.append(thread.getState()).append('\n');
        for (StackTraceElement frame : entry.getValue()) {
          text.append("\tat ").append(frame).append('\n');
        }
        text.append('\n');
      }
    }
    return text.toString();
  }
}
