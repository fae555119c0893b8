/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One slot: a warm JVM that runs containers one after the other. {@link
 * org.hpcreuse.pool.slot.SlotMain} starts it, {@link org.hpcreuse.pool.slot.SlotRunner} takes each
 * container from class path to release, {@link org.hpcreuse.pool.slot.SlotAudit} looks for what
 * containers have left.
 *
 * <p>Threads: {@code main} reads the pool manager's messages; {@code slot-runner} takes containers;
 * {@code slot-release} runs release steps; {@code slot-join} waits for a container's last user
 * thread; {@code slot-mpi} answers checks of MPI; {@code slot-memory} hears when the heap is full.
 * A container's first thread is called {@code main}, too.
 */
package org.hpcreuse.pool.slot;
