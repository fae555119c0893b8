/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Allocates an array of so many MiB, as a map task allocates its sort buffer, and prints how many
 * full collections that took.
 */
public final class AllocatesSortBuffer {
  private AllocatesSortBuffer() {}

  public static void main(String[] args) {
    long before = fullCollections();
    byte[] buffer = new byte[Integer.parseInt(args[0]) << 20];
    System.out.println("fullCollections=" + (fullCollections() - before));
    System.out.println("allocated=" + buffer.length);
  }

  private static long fullCollections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(collector -> collector.getName().equals("MarkSweepCompact"))
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .findFirst()
        .orElseThrow();
  }
}
