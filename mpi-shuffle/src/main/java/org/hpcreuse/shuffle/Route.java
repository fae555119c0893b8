/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

/** The ways that bytes of map outputs take to a reduce. Each has a counter of the job. */
enum Route {
  /** Read from the disks of the reduce's own node. */
  DISK_BYTES,
  /** Sent by a slot of the maps' node. */
  MPI_BYTES,
  /** Sent by the shuffle service of the maps' node, as without this shuffle. */
  HTTP_BYTES;

  /** The group of the counters. */
  static final String GROUP = "HPC-Reuse shuffle";
}
