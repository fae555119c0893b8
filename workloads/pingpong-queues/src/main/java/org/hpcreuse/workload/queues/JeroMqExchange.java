/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.queues;

import java.io.IOException;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** A pair of sockets of ZeroMQ; no broker. */
final class JeroMqExchange implements QueueExchange {
  private static final String HOST = "tcp://127.0.0.1";

  private final ZContext context;
  private final ZMQ.Socket socket;
  private final int port;
  private byte[] message = new byte[0];

  private JeroMqExchange(ZContext context, ZMQ.Socket socket, int port) {
    this.context = context;
    this.socket = socket;
    this.port = port;
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

  @Override
  public String name() {
    return "jeromq";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void prepare(int bytes) {
    message = new byte[bytes];
  }

  @Override
  public void send() throws IOException {
    if (!socket.send(message, 0)) {
      throw new IOException("not sent, error " + socket.errno());
    }
  }

  @Override
  public void receive() throws IOException {
    byte[] received = socket.recv(0);
    if (received == null || received.length != message.length) {
      throw new IOException("not received, error " + socket.errno());
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
