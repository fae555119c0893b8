/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The mpirun process that slots are ranks of, and its renewal when slots run without MPI. Links
 * against no MPI.
 */
package org.hpcreuse.pool.manager.mpi;
