/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command {@code hpc-reuse mpi}: submits a gang, shows what its ranks print, and ends with its
 * status. It knows the plan and the connection, nothing of the master.
 */
package org.hpcreuse.gang.client;
