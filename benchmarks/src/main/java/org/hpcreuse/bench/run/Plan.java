/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.samples.Sample;

/**
 * The order of the samples. Arms are interleaved: each round takes every workload once in each arm,
 * the arms in an order drawn afresh, so that a machine that gets slower or faster with time does so
 * for all.
 */
final class Plan {
  /** A sample to take. */
  record Step(String workload, int round, Arm arm) {}

  private Plan() {}

  /** Same arguments, same order. */
  static List<Step> of(List<String> workloads, int samples, List<Arm> arms, long seed) {
    Random random = new Random(seed);
    List<Step> steps = new ArrayList<>();
    for (int round = 0; round < samples; round++) {
      for (String workload : workloads) {
        List<Arm> order = new ArrayList<>(arms);
        Collections.shuffle(order, random);
        for (Arm arm : order) {
          steps.add(new Step(workload, round, arm));
        }
      }
    }
    return steps;
  }

  /** What is still to do. */
  static List<Step> missing(List<Step> plan, List<Sample> taken) {
    Set<Step> done = new HashSet<>();
    taken.forEach(s -> done.add(new Step(s.workload(), s.round(), s.arm())));
    return plan.stream().filter(step -> !done.contains(step)).toList();
  }
}
