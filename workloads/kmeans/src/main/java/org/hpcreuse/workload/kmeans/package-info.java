/* SPDX-License-Identifier: Apache-2.0 */
/**
 * K-means (Lloyd's algorithm) over points of the plane, twice: jobs of MapReduce read all points in
 * each iteration, {@code mpi} keeps them in its ranks. Both begin with the same centres, and find
 * the same.
 */
package org.hpcreuse.workload.kmeans;
