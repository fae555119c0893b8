/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A program that waits at the test's gate; an interrupt ends the wait. */
public final class Turnstile {
  private Turnstile() {}

  /** Arrives, waits, prints {@code passed}. */
  public static void main(String[] args) {
    pass(args[0]);
    System.out.println("passed");
  }

  /** Waits until the test opens the gate. */
  public static void pass(String address) {
    InetSocketAddress gate =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address));
    try (SocketChannel channel = SocketChannel.open(gate)) {
      if (channel.read(ByteBuffer.allocate(1)) < 0) {
        throw new IOException("the test has gone");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Arrives and does not wait. */
  public static void arrive(String address) {
    InetSocketAddress gate =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address));
    try (SocketChannel channel = SocketChannel.open(gate)) {
      channel.shutdownInput();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
