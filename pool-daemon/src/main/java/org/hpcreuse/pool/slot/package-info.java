/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One slot: a warm JVM that runs containers one after the other.
 *
 * <p>Threads: {@code main} reads the pool manager's messages; {@code slot-runner} takes one
 * container at a time through its life ({@link org.hpcreuse.pool.slot.ContainerRun}); {@code
 * slot-mpi} answers MPI checks. Container code runs only in threads outside the slot's thread
 * group.
 */
package org.hpcreuse.pool.slot;
