/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;

/**
 * Prints what {@link SocketDiagnosis} finds over the netlink socket that its argument names, and
 * what {@link SocketTable} finds of the same connections.
 */
final class DiagnosisProbe {
  private DiagnosisProbe() {}

  public static void main(String[] args) throws Exception {
    int descriptor = Integer.parseInt(args[0].substring(",netlink=".length()));
    SocketDiagnosis diagnosis = new SocketDiagnosis(descriptor, DiagnosisProbe::other);
    for (String address : new String[] {"127.0.0.1", "::1"}) {
      compare(diagnosis, InetAddress.getByName(address));
    }
  }

  private static Optional<TcpSocket> other(InetSocketAddress local, InetSocketAddress remote) {
    return Optional.of(new TcpSocket(0, 0, 0));
  }

  private static void compare(SocketDiagnosis diagnosis, InetAddress address) throws IOException {
    InetSocketAddress theirs;
    InetSocketAddress ours;
    try (ServerSocket server = new ServerSocket(0, 1, address)) {
      try (Socket caller = new Socket(address, server.getLocalPort());
          Socket accepted = server.accept()) {
        theirs = (InetSocketAddress) caller.getLocalSocketAddress();
        ours = (InetSocketAddress) accepted.getLocalSocketAddress();
        print("caller", diagnosis.find(theirs, ours), SocketTable.ask(theirs, ours));
        print("accepted", diagnosis.find(ours, theirs), SocketTable.ask(ours, theirs));
      }
      InetSocketAddress nobody = new InetSocketAddress(address, 1);
      print("listener", diagnosis.ask(ours, nobody), SocketTable.ask(ours, nobody));
    }
    print("other way", diagnosis.find(ours, new InetSocketAddress(address, 1)), Optional.empty());
  }

  private static void print(String what, Optional<TcpSocket> diagnosis, Optional<TcpSocket> table) {
    System.out.println(
        what
            + (diagnosis.equals(table) ? " same" : " differs: " + diagnosis + " " + table)
            + (diagnosis.filter(TcpSocket::isConnected).isPresent() ? " connected" : ""));
  }
}
