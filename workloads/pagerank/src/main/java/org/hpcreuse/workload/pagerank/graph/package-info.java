/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The graph between two jobs: nodes with rank and targets, sums of all nodes, and the small files
 * in which tasks leave such sums. Ranks are kept multiplied by the number of nodes, so that the
 * first rank of every node is 1. Sums are exact: the result does not depend on the number of maps
 * and reduces, nor on the order in which values arrive. Mappers, reducers and the driver use it; it
 * knows no job.
 */
package org.hpcreuse.workload.pagerank.graph;
