/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.pool.slot.context.ClientCommands;
import org.hpcreuse.pool.slot.context.ProcessContext;
import org.hpcreuse.pool.slot.extension.ContainerLoaders;
import org.hpcreuse.pool.slot.extension.PoolMembership;
import org.hpcreuse.pool.slot.framework.Framework;
import org.hpcreuse.pool.slot.framework.FrameworkSupply;
import org.hpcreuse.pool.slot.memory.HeapReturn;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.pool.slot.memory.OutOfMemoryCall;
import org.hpcreuse.pool.slot.memory.OutOfMemoryMark;
import org.hpcreuse.pool.slot.process.IdleWork;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.pool.slot.process.SlotThreads;
import org.hpcreuse.pool.slot.process.StartCost;
import org.hpcreuse.pool.slot.process.StepLog;
import org.hpcreuse.protocol.option.Options;

/**
 * What a slot is made of for its whole life.
 *
 * @param log the slot's own log
 * @param cost notes what the slot's start costs
 * @param steps receives the times of launches and releases
 * @param membership the slot's place in the pool, and MPI if that gives it
 * @param frameworks supplies Hadoop
 * @param isolation what containers may share
 * @param unknownState what is done about state that no rule explains
 * @param processContext environment, directory, streams, properties
 * @param clients reads the commands of clients
 * @param training what the slot runs to train its JVM
 * @param idleWork when the slot may work for later containers
 * @param loaders the container loaders that should be collected
 * @param containerLoaders supplies the loaders of containers
 * @param heap says when heap must be given back
 * @param memory tells whether the JVM has run out of memory
 * @param outOfMemory comes at the moment when it runs out
 * @param threads the slot's thread groups
 * @param killGrace how long a container's threads may take to end
 * @param releaseTimeout how long the rest of the clean-up may take
 */
public record SlotParts(
    SlotLog log,
    StartCost cost,
    StepLog steps,
    PoolMembership membership,
    FrameworkSupply frameworks,
    Options.Isolation isolation,
    Options.UnknownState unknownState,
    ProcessContext processContext,
    ClientCommands clients,
    TrainingLaunch training,
    IdleWork idleWork,
    LoaderWatch loaders,
    ContainerLoaders containerLoaders,
    HeapReturn heap,
    OutOfMemoryMark memory,
    OutOfMemoryCall outOfMemory,
    SlotThreads threads,
    Duration killGrace,
    Duration releaseTimeout) {
  /** Hadoop as the container that runs now, or else the next one, sees it. */
  public Framework framework() {
    return frameworks.current();
  }

  /**
   * The loaders that stay between containers: the framework's, and those that wait for a container.
   */
  public List<ClassLoader> staying() {
    List<ClassLoader> staying = new ArrayList<>(containerLoaders.waiting());
    staying.add(framework().loader());
    return staying;
  }
}
