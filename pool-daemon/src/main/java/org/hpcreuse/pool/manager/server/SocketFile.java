/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.protocol.files.PoolFiles;

/** The pool manager's listening socket. */
final class SocketFile {
  private SocketFile() {}

  /**
   * Listens. The socket's directory is made if need be and must be its owner's alone; a socket that
   * a dead manager left there is removed, after nobody has answered on it.
   *
   * @throws IOException when another manager listens there, or the directory is not safe
   */
  static ServerSocketChannel listen(Path socket) throws IOException {
    PoolFiles.createOwnerOnly(socket.getParent());
    if (Files.exists(socket)) {
      removeStale(socket);
    }
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(socket));
      server.configureBlocking(false);
      return server;
    } catch (IOException e) {
      server.close();
      throw new IOException("cannot listen on " + socket + ": " + e.getMessage(), e);
    }
  }

  private static void removeStale(Path socket) throws IOException {
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      // A manager that hangs, with a full queue, must not hold up this one: it is one, too.
      probe.configureBlocking(false);
      probe.connect(UnixDomainSocketAddress.of(socket));
    } catch (ConnectException e) {
      Files.delete(socket);
      return;
    } catch (SocketException e) {
      throw new IOException("another pool manager hangs on " + socket + ": " + e.getMessage(), e);
    }
    throw new IOException("another pool manager listens on " + socket);
  }
}
