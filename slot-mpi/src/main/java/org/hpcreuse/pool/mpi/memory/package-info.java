/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Buffers of MPI calls in native memory, which non-blocking calls need. It knows the bindings'
 * types and nothing of calls.
 */
package org.hpcreuse.pool.mpi.memory;
