/* SPDX-License-Identifier: Apache-2.0 */
/** Outputs of maps on the disks of this node. Knows nothing of MPI. */
package org.hpcreuse.pool.mpi.outputs.files;
