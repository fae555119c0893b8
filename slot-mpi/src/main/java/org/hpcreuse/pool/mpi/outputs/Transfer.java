/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.nio.channels.Selector;
import mpi.MPIException;

/** One end of a transfer. The thread of a {@link TransferLoop} calls all of it. */
interface Transfer {
  /** Registers the channel, with this as its attachment. */
  void begin(Selector selector) throws IOException;

  /** The channel can do what it waits for. */
  void ready() throws IOException;

  /**
   * Goes on with messages, and ends what has taken too long.
   *
   * @return whether something has moved
   */
  boolean step() throws IOException, MPIException;

  /** Whether the other end has not shown yet that it is a slot. */
  default boolean isStranger() {
    return false;
  }

  /** Whether MPI moves a message of it, which only looks can find out. */
  boolean isInMpi();

  /** Whether all is done, and it has given back what it had. */
  boolean isOver();

  /** Ends it at once. */
  void fail(Exception reason);
}
