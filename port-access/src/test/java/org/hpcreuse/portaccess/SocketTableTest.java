/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SocketTableTest {
  private static final String HEAD =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode\n";

  private static InetSocketAddress at(String address, int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByName(address), port);
  }

  private static String row(String local, String remote, String state, int uid, int inode) {
    return String.format(
        "   0: %s %s %s 00000000:00000000 00:00000000 00000000 %5d        0 %d 1 0000000000000000"
            + " 20 4 30 10 -1\n",
        local, remote, state, uid, inode);
  }

  @Test
  void shouldFindTheOwnerOfTheCallersEndAndNotOfTheServers() throws Exception {
    SocketTable table =
        new SocketTable(
            HEAD
                + row("0100007F:1F90", "0100007F:C350", "01", 1000, 77)
                + row("0100007F:C350", "0100007F:1F90", "01", 2000, 78),
            HEAD);

    assertThat(table.find(at("127.0.0.1", 50000), at("127.0.0.1", 8080)))
        .contains(new TcpSocket(1, 2000, 78));
    assertThat(table.find(at("127.0.0.1", 8080), at("127.0.0.1", 50000)))
        .contains(new TcpSocket(1, 1000, 77));
    assertThat(table.find(at("127.0.0.1", 50001), at("127.0.0.1", 8080))).isEmpty();
  }

  @Test
  void shouldFindAnIpv4CallerAmongIpv6Sockets() throws Exception {
    SocketTable table =
        new SocketTable(
            HEAD,
            HEAD
                + row(
                    "0000000000000000FFFF00000100007F:C350",
                    "0000000000000000FFFF00000100007F:1F90",
                    "01",
                    2000,
                    78));

    assertThat(table.find(at("127.0.0.1", 50000), at("127.0.0.1", 8080)))
        .contains(new TcpSocket(1, 2000, 78));
  }

  @Test
  void shouldFindAnIpv6Caller() throws Exception {
    SocketTable table =
        new SocketTable(
            HEAD,
            HEAD
                + row(
                    "00000000000000000000000001000000:C350",
                    "00000000000000000000000001000000:1F90",
                    "01",
                    2000,
                    78));

    assertThat(table.find(at("::1", 50000), at("::1", 8080))).contains(new TcpSocket(1, 2000, 78));
  }

  @Test
  void shouldReadWhatTheKernelSays() throws Exception {
    long self = ((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue();
    InetSocketAddress local;
    InetSocketAddress remote;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      try (Socket caller = new Socket(server.getInetAddress(), server.getLocalPort());
          Socket accepted = server.accept()) {
        local = (InetSocketAddress) caller.getLocalSocketAddress();
        remote = (InetSocketAddress) caller.getRemoteSocketAddress();
        assertThat(accepted.isConnected()).isTrue();

        assertThat(SocketTable.ask(local, remote))
            .hasValueSatisfying(
                row -> {
                  assertThat(row.uid()).isEqualTo(self);
                  assertThat(row.isConnected()).isTrue();
                });
      }
      assertThat(SocketTable.ask(local, remote).filter(TcpSocket::isConnected)).isEmpty();
    }
  }
}
