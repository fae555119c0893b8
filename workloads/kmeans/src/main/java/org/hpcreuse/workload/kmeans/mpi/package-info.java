/* SPDX-License-Identifier: Apache-2.0 */
/** K-means with MPI: the points stay in the ranks over all iterations. */
package org.hpcreuse.workload.kmeans.mpi;
