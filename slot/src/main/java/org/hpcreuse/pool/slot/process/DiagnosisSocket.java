/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The netlink socket over which port-access asks the kernel whose a TCP connection is
 * (sock_diag(7)). It stays open as long as the slot lives.
 */
public final class DiagnosisSocket {
  private static final int AF_NETLINK = 16;
  private static final int SOCK_RAW = 3;
  private static final int NETLINK_SOCK_DIAG = 4;
  private static final int SOL_SOCKET = 1;
  private static final int SO_RCVTIMEO = 20;

  /** The kernel answers at once; who asks must not hang should it not. */
  private static final long ANSWER_SECONDS = 1;

  private DiagnosisSocket() {}

  /**
   * Opens one.
   *
   * @return its descriptor
   * @throws IOException when the kernel gives none
   */
  public static int open() throws IOException {
    try {
      int socket = LibC.socket(AF_NETLINK, SOCK_RAW | LibC.O_CLOEXEC, NETLINK_SOCK_DIAG);
      byte[] limit =
          ByteBuffer.allocate(2 * Long.BYTES)
              .order(ByteOrder.nativeOrder())
              .putLong(ANSWER_SECONDS)
              .putLong(0)
              .array();
      LibC.setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, limit, limit.length);
      return socket;
    } catch (LastErrorException e) {
      throw new IOException("no netlink socket: " + e.getMessage(), e);
    }
  }
}
