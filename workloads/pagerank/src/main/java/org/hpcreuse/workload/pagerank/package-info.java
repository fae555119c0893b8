/* SPDX-License-Identifier: Apache-2.0 */
/**
 * PageRank as a chain of MapReduce jobs: one that reads the edges, one per iteration, one that
 * writes the ranks. {@link org.hpcreuse.workload.pagerank.PageRank} is the driver, {@link
 * org.hpcreuse.workload.pagerank.Computation} the chain. Users call it with {@code hadoop jar}. It
 * knows nothing of slots: its jobs are the same in forked containers.
 */
package org.hpcreuse.workload.pagerank;
