/* SPDX-License-Identifier: Apache-2.0 */
/** A plain MPI program that says when it runs; it knows nothing of slots. */
package org.hpcreuse.workload.mpistart;
