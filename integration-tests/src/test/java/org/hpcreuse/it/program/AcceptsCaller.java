/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Prints the port where it listens, takes one caller, and prints the byte that it hears. */
public final class AcceptsCaller {
  private AcceptsCaller() {}

  public static void main(String[] args) throws IOException {
    try (ServerSocket server = new ServerSocket()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      System.out.println("port=" + server.getLocalPort());
      try (Socket caller = server.accept()) {
        System.out.println("heard=" + caller.getInputStream().read());
      }
    }
  }
}
