/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Collapses duplicate edges early. */
public final class TargetsCombiner extends Reducer<Text, Targets, Text, Targets> {
  private final Targets merged = new Targets();

  @Override
  protected void reduce(Text name, Iterable<Targets> targets, Context context)
      throws IOException, InterruptedException {
    merged.set(union(targets));
    context.write(name, merged);
  }

  /** All targets, each once, sorted. */
  static SortedSet<Text> union(Iterable<Targets> lists) {
    SortedSet<Text> union = new TreeSet<>();
    for (Targets list : lists) {
      list.forEach(name -> addCopy(union, name));
    }
    return union;
  }

  private static void addCopy(SortedSet<Text> set, Text name) {
    if (!set.contains(name)) {
      set.add(new Text(name));
    }
  }
}
