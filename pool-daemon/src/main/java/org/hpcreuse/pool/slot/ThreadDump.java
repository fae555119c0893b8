/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import com.sun.jna.LastErrorException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/**
 * What SIGQUIT does: the stacks of the container's threads on its standard output. On descriptor 1,
 * as a JVM does it: what stands in {@link System#out} is the container's own code.
 */
final class ThreadDump {
  private static final int STDOUT = 1;

  private ThreadDump() {}

  /** Blocks for as long as the container's output does; without an output there is no dump. */
  static void write(Guest guest) {
    byte[] left = text(guest).getBytes(StandardCharsets.UTF_8);
    try {
      while (left.length > 0) {
        int written = Math.toIntExact(LibC.write(STDOUT, left, left.length));
        left = Arrays.copyOfRange(left, written, left.length);
      }
    } catch (LastErrorException e) {
      // The container has closed its output, or nobody reads it: nor would a JVM say so.
      return;
    }
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
