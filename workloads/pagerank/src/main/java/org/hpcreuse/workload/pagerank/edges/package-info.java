/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The first job: reads the lines of edge lists, makes nodes of them and reports bad lines. The
 * driver sets it up and shows the report. It knows nothing of iterations and of the command line.
 */
package org.hpcreuse.workload.pagerank.edges;
