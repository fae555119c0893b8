/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.util.concurrent.atomic.AtomicReference;
import mpi.MPI;
import mpi.MPIException;
import org.hpcreuse.cleanup.boot.SlotHooks;

/** {@code MPI.Finalize} of a container: MPI stays, but the container leaves its world. */
public final class Environment {
  /** Leaves a world. */
  @FunctionalInterface
  public interface World {
    /** Collective over the world. */
    void leave() throws MPIException;
  }

  private static final AtomicReference<World> WORLD = new AtomicReference<>();

  private Environment() {}

  /** The container has this world, besides itself, until it leaves it. */
  public static void world(World world) {
    WORLD.set(world);
  }

  /** The container has no other world than itself. */
  public static void noWorld() {
    WORLD.set(null);
  }

  /** At the head of MPI.Finalize: true when the caller must not end MPI. */
  public static boolean beforeFinalize() throws MPIException {
    if (!SlotHooks.inContainer()) {
      return false;
    }
    if (Bindings.hasAttachedBuffer()) {
      MPI.detachBuffer();
    }
    World world = WORLD.getAndSet(null);
    if (world != null) {
      world.leave();
    }
    // Only now: a rank that is killed while it waits has not been finalized.
    return SlotHooks.beforeMpiFinalize();
  }
}
