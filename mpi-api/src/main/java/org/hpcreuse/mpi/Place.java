/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.mpi;

/**
 * Where a slot is in the world of MPI.
 *
 * @param job names the MPI job; ranks of different jobs cannot talk to each other, and a pool's job
 *     may be replaced by another while the pool is idle
 * @param rank the slot's rank in that job
 * @param size how many ranks the job was started with
 */
public record Place(String job, int rank, int size) {}
