/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * How large each rank is.
 *
 * @param memoryMb of its container, MiB
 * @param heapMb of its JVM, MiB
 */
record RankSize(int memoryMb, int heapMb) {
  private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)([kmgKMG]?)");

  /**
   * As a map task, or with as much of its container for its heap as a map task.
   *
   * @param memoryMb what the user wants; empty = as a map task
   */
  static RankSize of(Optional<Integer> memoryMb, Configuration conf) {
    int taskMb = conf.getInt("mapreduce.map.memory.mb", 1024);
    int taskHeapMb = heapOption(conf.get("mapreduce.map.java.opts", "")).orElse(taskMb * 4 / 5);
    int containerMb = memoryMb.orElse(taskMb);
    return new RankSize(containerMb, Math.max(1, (int) ((long) containerMb * taskHeapMb / taskMb)));
  }

  /** The heap that options of a JVM name, MiB. */
  static Optional<Integer> heapOption(String options) {
    Matcher matcher = HEAP.matcher(options);
    if (!matcher.find()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group(1));
    long bytes =
        switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
          case "k" -> number << 10;
          case "m" -> number << 20;
          case "g" -> number << 30;
          default -> number;
        };
    return Optional.of((int) (bytes >> 20));
  }
}
