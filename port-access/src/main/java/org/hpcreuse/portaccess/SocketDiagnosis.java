/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * Asks over a netlink socket (sock_diag(7)), which takes microseconds: the kernel looks one
 * connection up. {@link SocketTable} takes milliseconds, since the kernel goes through the whole
 * hash table of connections, which has a place for each few kilobytes of memory.
 *
 * <p>What the kernel does not find here is asked for once more in the other way: a kernel without
 * the module tcp_diag finds nothing.
 *
 * <p>Java has no netlink sockets. Who starts the JVM opens one and passes its descriptor on; an
 * answer that does not come within the socket's own time limit is a failure.
 */
final class SocketDiagnosis implements KernelSockets {
  private static final int HEADER_BYTES = 16;
  private static final int ID_BYTES = 48;
  private static final int REQUEST_BYTES = HEADER_BYTES + 8 + ID_BYTES;

  /** Up to the inode; attributes may follow. */
  private static final int ANSWER_BYTES = HEADER_BYTES + 4 + ID_BYTES + 20;

  private static final int LARGEST_ANSWER_BYTES = 4096;

  private static final int TYPE_AT = 4;
  private static final int SEQUENCE_AT = 8;

  private static final short SOCK_DIAG_BY_FAMILY = 20;
  private static final short NLM_F_REQUEST = 1;
  private static final byte AF_INET = 2;
  private static final byte AF_INET6 = 10;
  private static final byte IPPROTO_TCP = 6;
  private static final int ALL_STATES = -1;

  /** INET_DIAG_NOCOOKIE: any socket with these addresses. */
  private static final long NO_COOKIE = -1;

  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;

  /** Behind the two ports. */
  private static final int ADDRESSES_AT = 4;

  private final FileInputStream in;
  private final FileOutputStream out;
  private final KernelSockets other;
  private int sequence;

  /**
   * Takes over a descriptor.
   *
   * @param descriptor of a netlink socket, protocol NETLINK_SOCK_DIAG, with a receive time limit
   * @param other asked when the kernel finds nothing or fails
   */
  SocketDiagnosis(int descriptor, KernelSockets other) throws IOException {
    FileDescriptor socket = descriptor(descriptor);
    this.in = new FileInputStream(socket);
    this.out = new FileOutputStream(socket);
    this.other = other;
  }

  /** The agent has opened java.io to this class. */
  private static FileDescriptor descriptor(int number) throws IOException {
    try {
      FileDescriptor descriptor = new FileDescriptor();
      Field field = FileDescriptor.class.getDeclaredField("fd");
      field.setAccessible(true);
      field.setInt(descriptor, number);
      return descriptor;
    } catch (ReflectiveOperationException e) {
      throw new IOException(e);
    }
  }

  @Override
  public Optional<TcpSocket> find(InetSocketAddress local, InetSocketAddress remote)
      throws IOException {
    Optional<TcpSocket> found;
    try {
      found = ask(local, remote);
    } catch (IOException e) {
      found = Optional.empty();
    }
    return found.isPresent() ? found : other.find(local, remote);
  }

  /**
   * Asks over the socket alone.
   *
   * @return empty when the kernel finds none
   */
  Optional<TcpSocket> ask(InetSocketAddress local, InetSocketAddress remote) throws IOException {
    byte[] id = id(local, remote);
    boolean isV4 = local.getAddress() instanceof Inet4Address;
    synchronized (this) {
      out.write(request(isV4 ? AF_INET : AF_INET6, id));
      return socket(answer(), id);
    }
  }

  /** Ports, addresses, no interface, no cookie: struct inet_diag_sockid. */
  private static byte[] id(InetSocketAddress local, InetSocketAddress remote) {
    ByteBuffer id = ByteBuffer.allocate(ID_BYTES);
    id.putShort((short) local.getPort()).putShort((short) remote.getPort());
    id.put(Arrays.copyOf(local.getAddress().getAddress(), V6_BYTES));
    id.put(Arrays.copyOf(remote.getAddress().getAddress(), V6_BYTES));
    return id.putInt(0).putLong(NO_COOKIE).array();
  }

  /** A struct nlmsghdr and a struct inet_diag_req_v2. */
  private byte[] request(byte family, byte[] id) {
    ByteBuffer request = ByteBuffer.allocate(REQUEST_BYTES).order(ByteOrder.nativeOrder());
    request.putInt(REQUEST_BYTES).putShort(SOCK_DIAG_BY_FAMILY).putShort(NLM_F_REQUEST);
    request.putInt(++sequence).putInt(0);
    request.put(family).put(IPPROTO_TCP).putShort((short) 0).putInt(ALL_STATES);
    return request.put(id).array();
  }

  /** The answer to the last request; one to an earlier request may come late. */
  private ByteBuffer answer() throws IOException {
    byte[] bytes = new byte[LARGEST_ANSWER_BYTES];
    while (true) {
      int length = in.read(bytes);
      if (length < HEADER_BYTES) {
        throw new IOException("an answer of " + length + " bytes from the kernel");
      }
      ByteBuffer answer = ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.nativeOrder());
      if (answer.getInt(SEQUENCE_AT) == sequence) {
        return answer;
      }
    }
  }

  /**
   * What a struct inet_diag_msg says. An error message says that there is none. Where nobody is
   * connected so, the kernel may answer with the socket that listens.
   */
  private static Optional<TcpSocket> socket(ByteBuffer answer, byte[] id) {
    if (answer.getShort(TYPE_AT) != SOCK_DIAG_BY_FAMILY || answer.limit() < ANSWER_BYTES) {
      return Optional.empty();
    }
    int state = answer.get(HEADER_BYTES + 1);
    answer.position(HEADER_BYTES + Integer.BYTES);
    byte[] found = new byte[ID_BYTES];
    answer.get(found);
    if (!isOf(found, id)) {
      return Optional.empty();
    }
    answer.position(answer.position() + 3 * Integer.BYTES);
    long uid = Integer.toUnsignedLong(answer.getInt());
    long inode = Integer.toUnsignedLong(answer.getInt());
    return Optional.of(new TcpSocket(state, uid, inode));
  }

  /** Whether ports and addresses are those. An IPv6 socket has an IPv4 address in IPv6 form. */
  private static boolean isOf(byte[] found, byte[] id) {
    return Arrays.equals(found, 0, ADDRESSES_AT, id, 0, ADDRESSES_AT)
        && isSame(found, id, ADDRESSES_AT)
        && isSame(found, id, ADDRESSES_AT + V6_BYTES);
  }

  private static boolean isSame(byte[] found, byte[] id, int at) {
    byte[] theirs = Arrays.copyOfRange(found, at, at + V6_BYTES);
    byte[] asked = Arrays.copyOfRange(id, at, at + V6_BYTES);
    return Arrays.equals(theirs, asked) || Arrays.equals(theirs, mapped(asked));
  }

  private static byte[] mapped(byte[] v4) {
    byte[] v6 = new byte[V6_BYTES];
    v6[V6_BYTES - V4_BYTES - 2] = -1;
    v6[V6_BYTES - V4_BYTES - 1] = -1;
    System.arraycopy(v4, 0, v6, V6_BYTES - V4_BYTES, V4_BYTES);
    return v6;
  }
}
