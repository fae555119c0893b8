/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.hpcreuse.protocol.ProcessOwner;

/** Who is at the other end of a Unix socket, as the kernel says (SO_PEERCRED). */
public final class Peer {
  private Peer() {}

  /**
   * Refuses peers of other users.
   *
   * @throws IOException naming the peer's user
   */
  public static void requireOwnUser(SocketChannel channel) throws IOException {
    String peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    String own = ProcessOwner.name();
    if (!own.equals(peer)) {
      throw new IOException("peer runs as user " + peer + ", this pool belongs to " + own);
    }
  }
}
