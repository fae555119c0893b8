/* SPDX-License-Identifier: Apache-2.0 */
/** A plain MPI program that counts prime numbers; it knows nothing of slots. */
package org.hpcreuse.workload.primecount;
