/* SPDX-License-Identifier: Apache-2.0 */
/**
 * MPI programs as gangs, under mpirun and by MPI_Comm_spawn: {@code hpc-reuse bench mpi-start},
 * {@code primecount} and {@code pingpong}. Their main class calls it. It knows the programs by
 * their jars and by what they print.
 */
package org.hpcreuse.bench.mpi;
