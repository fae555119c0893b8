/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Runs in a child JVM with the agent: accepts a caller in each way that the JDK has. For each it
 * prints {@code port N}, waits for a line of input, and prints whether it hears the caller.
 */
final class AcceptProbe {
  private static final int GREETING = 'g';

  private AcceptProbe() {}

  public static void main(String[] args) throws Exception {
    if (!args[0].equals("all")) {
      OwnUsersOnly.exempt(type -> type == AcceptProbe.class);
    }
    OwnUsersOnly.confine(() -> args[0].equals("confined"));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (ServerSocket server = new ServerSocket()) {
      server.bind(any);
      awaitCaller(server.getLocalPort());
      try (Socket socket = server.accept()) {
        boolean ended = socket.isInputShutdown();
        talk("socket", ended ? InputStream.nullInputStream() : socket.getInputStream());
      }
    }
    try (ServerSocketChannel server = ServerSocketChannel.open().bind(any)) {
      awaitCaller(server.socket().getLocalPort());
      talk("channel", server.accept());
      awaitCaller(server.socket().getLocalPort());
      server.configureBlocking(false);
      talk("polled", server.accept());
      server.configureBlocking(true);
      awaitCaller(server.socket().getLocalPort());
      server.socket().setSoTimeout(10_000);
      talk("adaptor", server.socket().accept().getChannel());
    }
  }

  private static void awaitCaller(int port) throws IOException {
    System.out.println("port " + port);
    if (System.in.read() != '\n') {
      throw new IOException("end of input");
    }
  }

  private static void talk(String name, SocketChannel channel) throws IOException {
    try (channel) {
      talk(name, Channels.newInputStream(channel));
    }
  }

  private static void talk(String name, InputStream in) throws IOException {
    System.out.println(name + (in.read() == GREETING ? " heard" : " nothing"));
  }
}
