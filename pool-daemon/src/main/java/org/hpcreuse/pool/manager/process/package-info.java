/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Processes of the node: how slots and mpirun are started, when a process is gone, what a container
 * has left running. Decides nothing.
 */
package org.hpcreuse.pool.manager.process;
