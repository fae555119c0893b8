/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.queues;

import java.io.IOException;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** A pair of sockets of ZeroMQ; no broker. */
final class JeroMqExchange extends QueueExchange {
  private static final String HOST = "tcp://127.0.0.1";

  /** Longer than any message takes. */
  private static final int BOUND_MS = 60_000;

  private static final int GREETING_BOUND_MS = 2_000;

  private final ZContext context;
  private final ZMQ.Socket socket;

  private JeroMqExchange(ZContext context, ZMQ.Socket socket, int port) {
    super("jeromq", port);
    this.context = context;
    this.socket = socket;
    within(BOUND_MS);
  }

  static JeroMqExchange listen() {
    ZContext context = new ZContext();
    ZMQ.Socket socket = context.createSocket(SocketType.PAIR);
    return new JeroMqExchange(context, socket, socket.bindToRandomPort(HOST));
  }

  static JeroMqExchange connect(int port) {
    ZContext context = new ZContext();
    ZMQ.Socket socket = context.createSocket(SocketType.PAIR);
    socket.connect(HOST + ":" + port);
    return new JeroMqExchange(context, socket, port);
  }

  private void within(int ms) {
    socket.setSendTimeOut(ms);
    socket.setReceiveTimeOut(ms);
  }

  /**
   * JeroMQ 0.6 sometimes does not look at a connection that it has just made: TCP has connected,
   * and the greeting of the other side stays in the kernel. So it is in plain JVMs, too.
   */
  @Override
  boolean greet(boolean first) throws Exception {
    within(GREETING_BOUND_MS);
    try {
      return super.greet(first);
    } catch (IOException e) {
      return false;
    } finally {
      within(BOUND_MS);
    }
  }

  @Override
  public void send() throws IOException {
    if (!socket.send(message(), 0)) {
      throw new IOException(
          "not sent in " + socket.getSendTimeOut() + " ms, error " + socket.errno());
    }
  }

  @Override
  public void receive() throws IOException {
    byte[] received = socket.recv(0);
    if (received == null || received.length != message().length) {
      throw new IOException(
          "not received in " + socket.getReceiveTimeOut() + " ms, error " + socket.errno());
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
