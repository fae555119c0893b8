/* SPDX-License-Identifier: Apache-2.0 */
/**
 * MPI programs as gangs, under mpirun and by MPI_Comm_spawn ({@code hpc-reuse bench mpi-start},
 * {@code primecount}, {@code pingpong}), and many gangs beside each other ({@code hpc-reuse bench
 * gangs}). It knows the programs by their jars and by what they print.
 */
package org.hpcreuse.bench.mpi;
