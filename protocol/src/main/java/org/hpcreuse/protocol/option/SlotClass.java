/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.option;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A size of slot and how many of it a node has.
 *
 * @param count slots of this size per node
 * @param heapMb maximum heap of each, MiB
 */
public record SlotClass(int count, int heapMb) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,4})x(\\d{2,7})");

  /** The smallest heap a slot can do useful work in, MiB. */
  public static final int MIN_HEAP_MB = 64;

  /** Checks that both numbers make sense. */
  public SlotClass {
    if (count < 1 || heapMb < MIN_HEAP_MB) {
      throw new IllegalArgumentException(
          count + " slots of " + heapMb + " MiB: at least 1 slot of " + MIN_HEAP_MB + " MiB");
    }
  }

  /** Reads {@code 4x1024,1x1536}. */
  public static List<SlotClass> parseList(String text) {
    List<SlotClass> classes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = FORM.matcher(part.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException("\"" + part + "\" is not COUNTxHEAP_MB");
      }
      classes.add(
          new SlotClass(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))));
    }
    return List.copyOf(classes);
  }

  /**
   * The container memory a slot of this size is counted as, MiB: MapReduce gives 80 % of a
   * container's memory to the heap (mapreduce.job.heap.memory-mb.ratio), so heap / 0.8.
   */
  public int containerMb() {
    return heapMb * 5 / 4;
  }
}
