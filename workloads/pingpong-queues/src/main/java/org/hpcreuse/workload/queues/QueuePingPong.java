/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.queues;

import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import org.hpcreuse.workload.pingpong.ToAndFro;

/**
 * {@code QueuePingPong QUEUE ROUNDS [LARGEST]}: as PingPong, over {@code jeromq} or {@code
 * activemq}. MPI only tells rank 1 where rank 0 listens.
 */
public final class QueuePingPong {
  private static final int USAGE = 2;
  private static final int DEFAULT_LARGEST = 4 << 20;

  private QueuePingPong() {}

  /** Runs a rank. */
  public static void main(String[] args) throws Exception {
    boolean valid =
        (args.length == 2 || args.length == 3)
            && args[0].matches("jeromq|activemq")
            && Arrays.stream(args).skip(1).allMatch(word -> word.matches("[1-9][0-9]{0,7}"));
    if (!valid) {
      System.err.println("usage: QueuePingPong jeromq|activemq ROUNDS [LARGEST]");
      System.exit(USAGE);
    }
    MPI.Init(args);
    int largest = args.length == 3 ? Integer.parseInt(args[2]) : DEFAULT_LARGEST;
    Comm world = MPI.COMM_WORLD;
    if (world.getSize() < 2) {
      System.err.println("QueuePingPong needs two ranks");
      world.abort(USAGE);
    }
    int rank = world.getRank();
    if (rank == 0) {
      try (QueueExchange exchange = listen(args[0])) {
        int[] port = {exchange.port()};
        world.send(port, 1, MPI.INT, 1, 0);
        new ToAndFro(exchange, true, Integer.parseInt(args[1])).measure(largest);
        world.barrier();
      }
    } else if (rank == 1) {
      int[] port = new int[1];
      world.recv(port, 1, MPI.INT, 0, 0);
      try (QueueExchange exchange = connect(args[0], port[0])) {
        new ToAndFro(exchange, false, Integer.parseInt(args[1])).measure(largest);
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
