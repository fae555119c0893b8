/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.queues;

import mpi.Comm;
import mpi.MPI;
import org.hpcreuse.workload.pingpong.Arguments;
import org.hpcreuse.workload.pingpong.ToAndFro;

/**
 * {@code QueuePingPong QUEUE ROUNDS [LARGEST]}: as PingPong, over {@code jeromq} or {@code
 * activemq}. MPI only tells rank 1 where rank 0 listens.
 */
public final class QueuePingPong {
  private QueuePingPong() {}

  /** Runs a rank. */
  public static void main(String[] args) throws Exception {
    Arguments arguments = Arguments.read("QueuePingPong", "jeromq|activemq", args);
    Comm world = Arguments.startMpi("QueuePingPong", args);
    int rank = world.getRank();
    if (rank == 0) {
      try (QueueExchange exchange = listen(arguments.way())) {
        int[] port = {exchange.port()};
        world.send(port, 1, MPI.INT, 1, 0);
        new ToAndFro(exchange, true, arguments.rounds()).measure(arguments.largest());
        world.barrier();
      }
    } else if (rank == 1) {
      int[] port = new int[1];
      world.recv(port, 1, MPI.INT, 0, 0);
      try (QueueExchange exchange = connect(arguments.way(), port[0])) {
        new ToAndFro(exchange, false, arguments.rounds()).measure(arguments.largest());
        world.barrier();
      }
    } else {
      world.barrier();
    }
    MPI.Finalize();
  }

  private static QueueExchange listen(String queue) throws Exception {
    return queue.equals("jeromq") ? JeroMqExchange.listen() : ActiveMqExchange.listen();
  }

  private static QueueExchange connect(String queue, int port) throws Exception {
    return queue.equals("jeromq") ? JeroMqExchange.connect(port) : ActiveMqExchange.connect(port);
  }
}
