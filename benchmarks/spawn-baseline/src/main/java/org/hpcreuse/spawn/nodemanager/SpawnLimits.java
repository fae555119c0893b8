/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import java.time.Duration;

/**
 * How long a launch waits for others.
 *
 * @param freeRank for a free rank: there is one for each container that YARN starts on the node
 * @param begin for the launch script of the container to begin, after a rank has the request
 * @param afterRank for the same when that rank has ended: mpirun may still be at it
 * @param status for the exit status when the process of the container has ended
 */
record SpawnLimits(Duration freeRank, Duration begin, Duration afterRank, Duration status) {
  static final SpawnLimits USUAL =
      new SpawnLimits(
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2));
}
