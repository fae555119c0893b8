/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * The kernel's lists of this machine's TCP sockets at one moment (proc(5), /proc/net/tcp and tcp6).
 */
final class SocketTable {
  private static final int STATE = 3;
  private static final int UID = 7;
  private static final int INODE = 9;
  private static final int HEXADECIMAL = 16;
  private static final int WORD_BYTES = 4;
  private static final int V6_BYTES = 16;

  /** The first bytes of an IPv4 address in IPv6 form, as the table writes them. */
  private static final String MAPPED = "0000000000000000FFFF0000";

  private final String v4;
  private final String v6;

  /**
   * Makes it of two texts.
   *
   * @param v4 as /proc/net/tcp
   * @param v6 as /proc/net/tcp6
   */
  SocketTable(String v4, String v6) {
    this.v4 = v4;
    this.v6 = v6;
  }

  /**
   * Asks the kernel, as {@link KernelSockets}. The list of IPv6 sockets is read when the other one
   * does not have it: each costs milliseconds. Not by a channel: an interrupt must not get between.
   */
  static Optional<TcpSocket> ask(InetSocketAddress local, InetSocketAddress remote)
      throws IOException {
    if (local.getAddress() instanceof Inet4Address) {
      Optional<TcpSocket> found = new SocketTable(text("/proc/net/tcp"), "").find(local, remote);
      if (found.isPresent()) {
        return found;
      }
    }
    return new SocketTable("", v6()).find(local, remote);
  }

  /** A kernel without IPv6 has no such table. */
  private static String v6() throws IOException {
    File file = new File("/proc/net/tcp6");
    return file.exists() ? text(file.getPath()) : "";
  }

  static String text(String file) throws IOException {
    try (InputStream in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  /** The socket that is bound to one address and connected to another. */
  Optional<TcpSocket> find(InetSocketAddress local, InetSocketAddress remote) {
    boolean isV4 = local.getAddress() instanceof Inet4Address;
    if (!isV4) {
      return find(v6, of(local, ""), of(remote, ""));
    }
    return find(v4, of(local, ""), of(remote, ""))
        .or(() -> find(v6, of(local, MAPPED), of(remote, MAPPED)));
  }

  private static Optional<TcpSocket> find(String table, String local, String remote) {
    int at = table.indexOf(": " + local + " " + remote + " ");
    if (at < 0) {
      return Optional.empty();
    }
    int end = table.indexOf('\n', at);
    String[] fields = table.substring(at, end < 0 ? table.length() : end).split("\\s+", -1);
    return Optional.of(
        new TcpSocket(
            Integer.parseInt(fields[STATE], HEXADECIMAL),
            Long.parseLong(fields[UID]),
            Long.parseLong(fields[INODE])));
  }

  /** Addresses stand there as 32-bit words in the order of this machine, ports as they are read. */
  private static String of(InetSocketAddress address, String prefix) {
    byte[] bytes = address.getAddress().getAddress();
    StringBuilder text = new StringBuilder(2 * V6_BYTES).append(prefix);
    for (int word = 0; word < bytes.length; word += WORD_BYTES) {
      for (int i = 0; i < WORD_BYTES; i++) {
        int index = isLittleEndian() ? word + WORD_BYTES - 1 - i : word + i;
        text.append(String.format(Locale.ROOT, "%02X", bytes[index]));
      }
    }
    return text.append(String.format(Locale.ROOT, ":%04X", address.getPort())).toString();
  }

  private static boolean isLittleEndian() {
    return java.nio.ByteOrder.nativeOrder() == java.nio.ByteOrder.LITTLE_ENDIAN;
  }
}
