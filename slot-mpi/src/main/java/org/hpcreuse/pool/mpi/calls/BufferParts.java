/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import mpi.CartComm;
import mpi.Comm;
import mpi.GraphComm;
import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;

/** How many parts the buffers of a collective call have. */
final class BufferParts {
  private BufferParts() {}

  /** Of a call in which each process talks to all. */
  static int all(Comm comm) throws MPIException {
    return comm instanceof Intercomm inter ? inter.getRemoteSize() : comm.getSize();
  }

  /** Of a call in which each process hears from its neighbours in the topology. */
  static int neighbours(Comm comm) throws MPIException {
    if (comm instanceof CartComm cart) {
      return 2 * cart.getTopo().getDimCount();
    }
    if (comm instanceof GraphComm graph) {
      if (comm.getTopology() == MPI.DIST_GRAPH) {
        return graph.getDistGraphNeighbors().getInDegree();
      }
      return graph.getNeighbors(comm.getRank()).length;
    }
    throw new MPIException("a communicator without a topology has no neighbours");
  }

  /** Whether this process is the root of a call; in an inter-communicator it says so itself. */
  static boolean isRoot(Comm comm, int root) throws MPIException {
    return comm instanceof Intercomm ? root == MPI.ROOT : comm.getRank() == root;
  }

  /** Items of so many equal parts. */
  static int items(int count, int parts) throws MPIException {
    long all = (long) count * parts;
    if (all != (int) all) {
      throw new MPIException(count + " items for each of " + parts + " ranks are too many");
    }
    return (int) all;
  }

  /** Items up to the end of the last part. */
  static int span(int[] counts, int[] displacements) {
    int end = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        end = Math.max(end, displacements[i] + counts[i]);
      }
    }
    return end;
  }

  /** Items of all parts. */
  static int sum(int[] counts) {
    int sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum;
  }
}
