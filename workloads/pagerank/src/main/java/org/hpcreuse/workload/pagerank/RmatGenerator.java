/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;

/**
 * Makes R-MAT graphs (Chakrabarti, Zhan, Faloutsos: "R-MAT: a recursive model for graph mining",
 * 2004) with the probabilities of the Graph 500 benchmark: each edge descends into one of the four
 * quarters of the adjacency matrix, as often as the scale says. The same scale, edges per node and
 * seed give the same edges on every machine. Duplicate edges and self-loops occur, as in the model;
 * nothing is kept in memory.
 */
final class RmatGenerator {
  static final int MAX_SCALE = 40;
  // Of 2^32: 0.57, 0.19, 0.19; the rest, 0.05, is the last quarter's.
  private static final long A = (long) (0.57 * (1L << 32));
  private static final long AB = A + (long) (0.19 * (1L << 32));
  private static final long ABC = AB + (long) (0.19 * (1L << 32));
  private static final long LOW_HALF = 0xFFFFFFFFL;

  private final int scale;
  private final long edges;
  private long state;

  /** Takes an edge. */
  interface Sink {
    void edge(long from, long to) throws IOException;
  }

  RmatGenerator(int scale, long edgesPerNode, long seed) {
    this.scale = scale;
    this.edges = Math.multiplyExact(edgesPerNode, 1L << scale);
    this.state = seed;
  }

  long edges() {
    return edges;
  }

  void generate(Sink sink) throws IOException {
    for (long i = 0; i < edges; i++) {
      long from = 0;
      long to = 0;
      for (int bit = 0; bit < scale; bit += 2) {
        long random = next();
        long quarters = quarter(random >>> 32);
        from = (from << 1) | (quarters >>> 1);
        to = (to << 1) | (quarters & 1);
        if (bit + 1 < scale) {
          quarters = quarter(random & LOW_HALF);
          from = (from << 1) | (quarters >>> 1);
          to = (to << 1) | (quarters & 1);
        }
      }
      sink.edge(from, to);
    }
  }

  private static long quarter(long random) {
    if (random < A) {
      return 0;
    }
    if (random < AB) {
      return 1;
    }
    return random < ABC ? 2 : 3;
  }

  /** SplitMix64 (Steele, Lea, Flood 2014): written out, so that no JDK can change the graphs. */
  private long next() {
    state += 0x9E3779B97F4A7C15L;
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
