/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The pool's own use of MPI. The slot knows it as a {@link
 * org.hpcreuse.pool.slot.extension.PoolMembership}: Open MPI 6 drops the Java bindings, and a pool
 * without MPI is a full citizen.
 */
package org.hpcreuse.pool.mpi;
