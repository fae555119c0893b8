/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Fills so many MiB of the heap, holds them to its end, and prints its process's memory and how the
 * heap may grow.
 */
public final class FillsHeap {
  private FillsHeap() {}

  public static void main(String[] args) throws IOException {
    List<byte[]> held = new ArrayList<>();
    for (int mb = 0; mb < Integer.parseInt(args[0]); mb++) {
      held.add(new byte[1 << 20]);
    }
    try (var lines = Files.lines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
      lines
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> line.replaceAll("[^0-9]", ""))
          .forEach(kilobytes -> System.out.println("rssKb=" + kilobytes));
    }
    System.out.println("heldMb=" + held.size());
    System.out.println("freeRatios=" + option("Min") + "-" + option("Max"));
  }

  private static String option(String bound) {
    return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .getVMOption(bound + "HeapFreeRatio")
        .getValue();
  }
}
