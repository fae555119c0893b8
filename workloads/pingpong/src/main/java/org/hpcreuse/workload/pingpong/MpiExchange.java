/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pingpong;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Blocking calls of MPI between ranks 0 and 1. */
final class MpiExchange implements Exchange {
  private static final int TAG = 1;

  private final Comm world;
  private final int other;
  private final boolean direct;
  private Object buffer;
  private int bytes;

  MpiExchange(Comm world, int other, boolean direct) {
    this.world = world;
    this.other = other;
    this.direct = direct;
  }

  @Override
  public String name() {
    return direct ? "direct" : "array";
  }

  @Override
  public void prepare(int bytes) {
    this.bytes = bytes;
    buffer = direct ? ByteBuffer.allocateDirect(bytes) : new byte[bytes];
  }

  @Override
  public void send() throws MPIException {
    world.send(buffer, bytes, MPI.BYTE, other, TAG);
  }

  @Override
  public void receive() throws MPIException {
    world.recv(buffer, bytes, MPI.BYTE, other, TAG);
  }
}
