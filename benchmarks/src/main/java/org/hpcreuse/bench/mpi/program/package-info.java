/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The MPI programs that are measured, by their jars and by what they print. Those who start them
 * and the report use it.
 */
package org.hpcreuse.bench.mpi.program;
