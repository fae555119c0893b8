/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.queues;

import java.io.Closeable;
import org.hpcreuse.workload.pingpong.Exchange;

/** Messages over a queue of this machine. */
abstract class QueueExchange implements Exchange, Closeable {
  private final String name;
  private final int port;
  private byte[] message = new byte[0];

  /**
   * Makes one.
   *
   * @param port where the first process listens, on the loopback interface
   */
  QueueExchange(String name, int port) {
    this.name = name;
    this.port = port;
  }

  @Override
  public final String name() {
    return name;
  }

  final int port() {
    return port;
  }

  @Override
  public final void prepare(int bytes) {
    message = new byte[bytes];
  }

  /**
   * Sends a first message to and fro, in both processes at the same time.
   *
   * @param first whether this process sends first
   * @return whether it has come; with false, another exchange may do better
   */
  boolean greet(boolean first) throws Exception {
    prepare(1);
    if (first) {
      send();
      receive();
    } else {
      receive();
      send();
    }
    return true;
  }

  /** What is sent; of the size that is expected. */
  final byte[] message() {
    return message;
  }
}
