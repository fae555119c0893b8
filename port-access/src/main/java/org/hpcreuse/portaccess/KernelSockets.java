/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Asks the kernel about this machine's TCP sockets, again with each call. Thread-safe. */
@FunctionalInterface
interface KernelSockets {
  /**
   * Finds the socket that is bound to one address and connected to another.
   *
   * @param local what it is bound to
   * @param remote what it is connected to
   * @return the socket; empty when there is none
   * @throws IOException when the kernel does not say
   */
  Optional<TcpSocket> find(InetSocketAddress local, InetSocketAddress remote) throws IOException;
}
