/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.time.Duration;
import org.hpcreuse.pool.mpi.MpiBinding;
import org.hpcreuse.protocol.Options;

/**
 * What a slot is made of for its whole life.
 *
 * @param log the slot's own log
 * @param releases receives the times of releases
 * @param mpi the pool's MPI
 * @param frameworks supplies Hadoop
 * @param isolation what containers may share
 * @param surroundings environment, directory, streams, properties
 * @param loaders the container loaders that should be collected
 * @param heap says when heap must be given back
 * @param memory tells whether the JVM has run out of memory
 * @param threads the slot's thread groups
 * @param killGrace how long a container's threads may take to end
 * @param releaseTimeout how long the rest of the clean-up may take
 */
record SlotParts(
    SlotLog log,
    ReleaseLog releases,
    MpiBinding mpi,
    FrameworkSupply frameworks,
    Options.Isolation isolation,
    Surroundings surroundings,
    LoaderWatch loaders,
    HeapReturn heap,
    OutOfMemoryMark memory,
    SlotThreads threads,
    Duration killGrace,
    Duration releaseTimeout) {
  /** Hadoop as the container that runs now, or else the next one, sees it. */
  Framework framework() {
    return frameworks.current();
  }
}
