/* SPDX-License-Identifier: Apache-2.0 */
/** A plain MPI program that checks the gang that it runs in; it knows nothing of slots. */
package org.hpcreuse.workload.gangcheck;
