/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.samples.RunDirectory;

/** What a benchmark looks at in slots, beside its samples. */
public interface SlotWatch {
  /** Of a benchmark that looks at nothing. */
  SlotWatch NONE =
      new SlotWatch() {
        @Override
        public boolean pauses() {
          return true;
        }

        @Override
        public void afterSample(String workload, int round, Cluster cluster, RunDirectory lines) {
          // The sample is all.
        }

        @Override
        public void afterLast(Cluster cluster, RunDirectory lines) {
          // The samples are all.
        }
      };

  /**
   * Whether slots come to rest before and after each sample. Where they do not, the processor time
   * of a sample is not measured.
   */
  boolean pauses();

  /**
   * Looks at the slots after a sample.
   *
   * @param workload of the sample
   * @param round its number
   * @param cluster of an arm with a pool
   * @param lines receives what was seen
   */
  void afterSample(String workload, int round, Cluster cluster, RunDirectory lines)
      throws IOException, BenchException, InterruptedException;

  /**
   * Looks at the slots after the last sample.
   *
   * @param cluster of any arm, with a pool
   * @param lines receives what was seen
   */
  void afterLast(Cluster cluster, RunDirectory lines)
      throws IOException, BenchException, InterruptedException;
}
