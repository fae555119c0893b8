/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.hpcreuse.pool.slot.process.LibC;

/**
 * The standard streams of a client, as it has them: the client sends the descriptors themselves
 * over a Unix socket (SCM_RIGHTS). Opening {@code /proc/PID/fd/N} would give files another position
 * and fail for sockets.
 *
 * <p>The layout of the structures is that of 64-bit Linux; little-endian machines share the numbers
 * of options.
 */
final class ClientDescriptors {
  private static final int COUNT = 3;
  private static final int LAST_STANDARD = 2;

  private static final int AF_UNIX = 1;
  private static final int SOCK_STREAM = 1;
  private static final int SOCK_CLOEXEC = 02000000;
  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;
  private static final int SO_PEERCRED = 17;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_SNDTIMEO = 21;
  private static final int MSG_CMSG_CLOEXEC = 0x40000000;

  /** For each step; the client only has to be scheduled. */
  private static final long TIMEOUT_SECONDS = 5;

  private static final int INT_BYTES = 4;
  private static final int WORD_BYTES = 8;
  private static final int TIMEVAL_BYTES = 16;
  private static final int MAX_NAME_BYTES = 100;

  // struct iovec, struct msghdr and the control message with its descriptors, one after the other.
  private static final int IOVEC = 0;
  private static final int MSGHDR = 16;
  private static final int IOVEC_OF_MSGHDR = MSGHDR + 16;
  private static final int IOVECS_OF_MSGHDR = MSGHDR + 24;
  private static final int CONTROL_OF_MSGHDR = MSGHDR + 32;
  private static final int CONTROL_BYTES_OF_MSGHDR = MSGHDR + 40;
  private static final int CONTROL = MSGHDR + 56;
  private static final int CONTROL_HEADER_BYTES = 16;
  private static final int CONTROL_BYTES = CONTROL_HEADER_BYTES + 2 * WORD_BYTES;
  private static final int DATA = CONTROL + CONTROL_BYTES;
  private static final int ALL_BYTES = DATA + WORD_BYTES;

  private ClientDescriptors() {}

  /**
   * Asks a client for its descriptors 0, 1 and 2.
   *
   * @param socket name of its abstract Unix socket
   * @return copies for this process, each greater than 2, closed in child processes
   * @throws IllegalStateException when the client is gone, does not answer within 5 s, or belongs
   *     to another user
   */
  static int[] receive(String socket) {
    byte[] name = socket.getBytes(StandardCharsets.UTF_8);
    if (name.length == 0 || name.length > MAX_NAME_BYTES) {
      throw new IllegalStateException(
          "the client's socket has a name of " + name.length + " bytes");
    }
    try {
      int fd = LibC.socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
      try {
        byte[] timeout =
            ByteBuffer.allocate(TIMEVAL_BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(TIMEOUT_SECONDS)
                .array();
        LibC.setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, timeout, timeout.length);
        LibC.setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, timeout, timeout.length);
        byte[] address = address(name);
        LibC.connect(fd, address, address.length);
        requireOwnUser(fd);
        return receive(fd);
      } finally {
        LibC.close(fd);
      }
    } catch (LastErrorException e) {
      throw new IllegalStateException("the client's descriptors: " + e.getMessage(), e);
    }
  }

  /** A struct sockaddr_un with a name in the abstract namespace. */
  private static byte[] address(byte[] name) {
    return ByteBuffer.allocate(Short.BYTES + 1 + name.length)
        .order(ByteOrder.nativeOrder())
        .putShort((short) AF_UNIX)
        .put((byte) 0)
        .put(name)
        .array();
  }

  private static void requireOwnUser(int fd) {
    int[] credentials = new int[3];
    LibC.getsockopt(
        fd, SOL_SOCKET, SO_PEERCRED, credentials, new int[] {credentials.length * INT_BYTES});
    int own = LibC.geteuid();
    if (credentials[1] != own) {
      throw new IllegalStateException(
          "the client's socket belongs to user id "
              + credentials[1]
              + ", this slot runs as "
              + own);
    }
  }

  private static int[] receive(int fd) {
    long base = Native.malloc(ALL_BYTES);
    try {
      Pointer all = new Pointer(base);
      all.clear(ALL_BYTES);
      all.setLong(IOVEC, base + DATA);
      all.setLong(IOVEC + WORD_BYTES, 1);
      all.setLong(IOVEC_OF_MSGHDR, base + IOVEC);
      all.setLong(IOVECS_OF_MSGHDR, 1);
      all.setLong(CONTROL_OF_MSGHDR, base + CONTROL);
      all.setLong(CONTROL_BYTES_OF_MSGHDR, CONTROL_BYTES);
      long bytes = LibC.recvmsg(fd, all.share(MSGHDR), MSG_CMSG_CLOEXEC);
      boolean whole =
          bytes == 1
              && all.getLong(CONTROL) == CONTROL_HEADER_BYTES + (long) COUNT * INT_BYTES
              && all.getInt(CONTROL + WORD_BYTES) == SOL_SOCKET
              && all.getInt(CONTROL + WORD_BYTES + INT_BYTES) == SCM_RIGHTS;
      if (!whole) {
        throw new IllegalStateException("the client has not sent its descriptors");
      }
      int[] descriptors = new int[COUNT];
      for (int i = 0; i < COUNT; i++) {
        descriptors[i] = all.getInt(CONTROL + CONTROL_HEADER_BYTES + (long) i * INT_BYTES);
        if (descriptors[i] <= LAST_STANDARD) {
          throw new IllegalStateException("the slot has lost a standard stream of its own");
        }
      }
      return descriptors;
    } finally {
      Native.free(base);
    }
  }
}
