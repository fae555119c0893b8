/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The jobs that compute: an iteration gives each node its new rank, the last job writes names and
 * ranks, and the highest ranks are read back. The driver sets them up. They know nothing of edge
 * lists, of the command line and of how many iterations there are.
 */
package org.hpcreuse.workload.pagerank.ranks;
