/* SPDX-License-Identifier: Apache-2.0 */
/** A plain MPI program that measures messages between two ranks; it knows nothing of slots. */
package org.hpcreuse.workload.pingpong;
