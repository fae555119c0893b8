/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The pool's own use of MPI, behind one small interface: Open MPI 6 drops the Java bindings, and a
 * pool without MPI is a full citizen.
 */
package org.hpcreuse.pool.mpi;
