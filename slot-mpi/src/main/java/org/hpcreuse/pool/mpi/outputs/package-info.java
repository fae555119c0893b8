/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Outputs of maps on their way to reduces: from the disks of this node, or over MPI from those of
 * another. {@link org.hpcreuse.pool.mpi.OpenMpi} makes one {@link
 * org.hpcreuse.pool.mpi.outputs.OutputService} for each slot.
 *
 * <p>A slot of the reduce asks a slot of the maps' node by TCP, since a slot that waits must not
 * poll MPI. The bytes come as messages of a communicator that serves nothing else. One thread of
 * the slot moves them all, so that no thread of a container is ever in MPI for them.
 *
 * <p>Knows nothing of Hadoop but where a NodeManager keeps map outputs, and how their index is
 * written.
 */
package org.hpcreuse.pool.mpi.outputs;
