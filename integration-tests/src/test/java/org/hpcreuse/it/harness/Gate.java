/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a program says that it has come so far, and waits until the test lets it go on (or for
 * ever). The program's side is {@link org.hpcreuse.it.program.Turnstile}.
 */
public final class Gate implements AutoCloseable {
  private final ServerSocket server;
  private final List<Socket> waiting = new ArrayList<>();

  public Gate() throws IOException {
    server = new ServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setSoTimeout((int) Waits.START.toMillis());
  }

  /** What a program needs as its argument to find this gate. */
  public String address() {
    return Integer.toString(server.getLocalPort());
  }

  /** Waits until a program has arrived. */
  public void awaitArrival() throws IOException {
    waiting.add(server.accept());
  }

  /** Waits until a program has come by that does not wait. */
  public void awaitPassing() throws IOException {
    server.accept().close();
  }

  /** Lets all programs through that have arrived. */
  public void open() throws IOException {
    for (Socket program : waiting) {
      letThrough(program);
    }
    waiting.clear();
  }

  private static void letThrough(Socket program) throws IOException {
    try (program) {
      program.getOutputStream().write(1);
    } catch (SocketException e) {
      return; // it has been killed meanwhile, as some tests want it
    }
  }

  @Override
  public void close() throws IOException {
    for (Socket program : waiting) {
      program.close();
    }
    server.close();
  }
}
