/* SPDX-License-Identifier: Apache-2.0 */
/**
 * PageRank with MPI: the graph stays in the ranks over all iterations. The ranks are those of
 * {@code org.hpcreuse.workload.pagerank}, which computes them with MapReduce.
 */
package org.hpcreuse.workload.pagerank.mpi;
