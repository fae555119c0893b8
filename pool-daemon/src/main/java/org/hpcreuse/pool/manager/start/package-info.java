/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Starts the pool's processes: command lines of slots and of mpirun, their output files and their
 * shared memory. {@link org.hpcreuse.pool.manager.ManagerMain} hands the starter to the server.
 * Knows nothing of slot states.
 */
package org.hpcreuse.pool.manager.start;
