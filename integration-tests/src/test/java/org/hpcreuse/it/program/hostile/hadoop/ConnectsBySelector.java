/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import org.apache.hadoop.net.NetUtils;

/** Leaves a selector among those that Hadoop keeps for its sockets. */
public final class ConnectsBySelector {
  private static final int TIMEOUT_MS = 10;

  private ConnectsBySelector() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress())) {
      InputStream in = NetUtils.getInputStream(channel.socket(), TIMEOUT_MS);
      in.read();
    } catch (SocketTimeoutException e) {
      System.err.println("nothing came, as it should: " + e.getMessage());
    }
  }
}
