/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.queues;

import java.io.IOException;
import mpi.Comm;
import mpi.MPI;
import org.hpcreuse.workload.pingpong.Arguments;
import org.hpcreuse.workload.pingpong.ToAndFro;

/**
 * {@code QueuePingPong QUEUE ROUNDS [LARGEST]}: as PingPong, over {@code jeromq} or {@code
 * activemq}. MPI only tells rank 1 where rank 0 listens, and both whether they have met.
 */
public final class QueuePingPong {
  private static final int MEETINGS = 10;

  private QueuePingPong() {}

  /** Runs a rank. */
  public static void main(String[] args) throws Exception {
    Arguments arguments = Arguments.read("QueuePingPong", "jeromq|activemq", args);
    Comm world = Arguments.startMpi("QueuePingPong", args);
    if (world.getRank() <= 1) {
      try (QueueExchange exchange = meet(world, arguments.way())) {
        new ToAndFro(exchange, world.getRank() == 0, arguments.rounds())
            .measure(arguments.largest());
        world.barrier();
      }
    } else {
      world.barrier();
    }
    MPI.Finalize();
  }

  private static QueueExchange meet(Comm world, String queue) throws Exception {
    int other = 1 - world.getRank();
    for (int meeting = 1; meeting <= MEETINGS; meeting++) {
      QueueExchange exchange = world.getRank() == 0 ? listen(world, queue) : connect(world, queue);
      int[] own = {exchange.greet(world.getRank() == 0) ? 1 : 0};
      int[] others = new int[1];
      world.sendRecv(own, 1, MPI.INT, other, 0, others, 1, MPI.INT, other, 0);
      if (own[0] + others[0] == 2) {
        return exchange;
      }
      exchange.close();
    }
    throw new IOException(queue + ": the ranks have not met, " + MEETINGS + " times");
  }

  private static QueueExchange listen(Comm world, String queue) throws Exception {
    QueueExchange exchange =
        queue.equals("jeromq") ? JeroMqExchange.listen() : ActiveMqExchange.listen();
    int[] port = {exchange.port()};
    world.send(port, 1, MPI.INT, 1, 0);
    return exchange;
  }

  private static QueueExchange connect(Comm world, String queue) throws Exception {
    int[] port = new int[1];
    world.recv(port, 1, MPI.INT, 0, 0);
    return queue.equals("jeromq")
        ? JeroMqExchange.connect(port[0])
        : ActiveMqExchange.connect(port[0]);
  }
}
