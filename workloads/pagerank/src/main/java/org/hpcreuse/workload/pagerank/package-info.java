/* SPDX-License-Identifier: Apache-2.0 */
/**
 * PageRank as a chain of MapReduce jobs: one that reads the edges, one per iteration, one that
 * writes the ranks. Ranks are kept multiplied by the number of nodes, so that the first rank of
 * every node is 1 and no job needs the number of nodes before it is known. Sums are exact ({@link
 * org.hpcreuse.workload.pagerank.ExactSum}): the result does not depend on the number of maps and
 * reduces, nor on the order in which values arrive.
 */
package org.hpcreuse.workload.pagerank;
