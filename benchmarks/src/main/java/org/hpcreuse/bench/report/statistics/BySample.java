/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.statistics;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Values of one kind, by the sample that each is from. The containers of one sample ran on the same
 * processors at the same time, so they are not independent: a median and its interval are those of
 * the samples' own medians. Not thread-safe.
 */
public final class BySample {
  private final IdentityHashMap<Object, List<Long>> values = new IdentityHashMap<>();

  /**
   * Takes a value.
   *
   * @param sample what it is from; the same object for all values of one sample
   * @param value not negative
   */
  public void add(Object sample, long value) {
    values.computeIfAbsent(sample, s -> new ArrayList<>()).add(value);
  }

  /** Over the samples, of each one's own median. */
  public Median median() {
    return Median.of(values.values().stream().map(of -> Median.of(of).value()).toList());
  }

  /** Of all values: for their extremes. */
  public Distribution all() {
    return Distribution.of(values.values().stream().flatMap(List::stream).toList());
  }
}
