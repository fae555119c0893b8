/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Who starts an MPI program: a gang, mpirun, a resident rank by MPI_Comm_spawn. The measurement
 * calls it. It does not know what a program does.
 */
package org.hpcreuse.bench.mpi.starter;
