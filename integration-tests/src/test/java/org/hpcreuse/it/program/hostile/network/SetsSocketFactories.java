/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.network;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;

/** Leaves a factory for the sockets that RMI opens. */
public final class SetsSocketFactories {
  private SetsSocketFactories() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {

    RMISocketFactory.setSocketFactory(new Refuse());
  }

  private static final class Refuse extends RMISocketFactory {
    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw new IOException("left behind");
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      throw new IOException("left behind");
    }
  }
}
