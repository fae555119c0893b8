/* SPDX-License-Identifier: Apache-2.0 */
/**
 * MPI programs that a resident rank starts by MPI_Comm_spawn, for comparison with gangs. The
 * benchmarks start it. It knows nothing of Hadoop.
 */
package org.hpcreuse.spawn.program;
