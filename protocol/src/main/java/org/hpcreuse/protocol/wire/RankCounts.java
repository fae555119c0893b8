/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How many ranks there are of each heap. As text {@code 4x512_2x1024}, or {@code 0}: a value of a
 * node attribute has letters, digits, hyphens, underscores and points.
 *
 * @param byHeapMb how many, by the heap in MiB; never 0
 */
public record RankCounts(SortedMap<Integer, Integer> byHeapMb) {
  /** No rank. */
  public static final RankCounts NONE = new RankCounts(new TreeMap<>());

  private static final String NO_RANK = "0";
  private static final Pattern GROUP = Pattern.compile("([0-9]{1,7})x([0-9]{1,9})");

  static RankCounts of(
      List<Message.Ranks.Group> groups, ToIntFunction<Message.Ranks.Group> counted) {
    SortedMap<Integer, Integer> counts = new TreeMap<>();
    for (Message.Ranks.Group group : groups) {
      if (counted.applyAsInt(group) > 0) {
        counts.merge(group.heapMb(), counted.applyAsInt(group), Integer::sum);
      }
    }
    return new RankCounts(counts);
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException when it is malformed
   */
  static RankCounts parse(String text) {
    SortedMap<Integer, Integer> counts = new TreeMap<>();
    if (!text.equals(NO_RANK)) {
      for (String part : text.split("_", -1)) {
        Matcher group = GROUP.matcher(part);
        if (!group.matches()) {
          throw new IllegalArgumentException("not a number of ranks: " + text);
        }
        counts.merge(
            Integer.valueOf(group.group(2)), Integer.valueOf(group.group(1)), Integer::sum);
      }
    }
    return new RankCounts(counts);
  }

  /** How many have at least this heap, MiB. */
  public int withHeap(int heapMb) {
    return byHeapMb.tailMap(heapMb).values().stream().mapToInt(Integer::intValue).sum();
  }

  /** One less, when all have at least this heap, MiB; else the same. */
  public RankCounts besidesOneOf(int heapMb) {
    if (byHeapMb.isEmpty() || byHeapMb.firstKey() < heapMb) {
      return this;
    }
    SortedMap<Integer, Integer> counts = new TreeMap<>(byHeapMb);
    counts.computeIfPresent(byHeapMb.firstKey(), (heap, count) -> count > 1 ? count - 1 : null);
    return new RankCounts(counts);
  }

  @Override
  public String toString() {
    return byHeapMb.isEmpty()
        ? NO_RANK
        : byHeapMb.entrySet().stream()
            .map((Map.Entry<Integer, Integer> e) -> e.getValue() + "x" + e.getKey())
            .collect(Collectors.joining("_"));
  }
}
