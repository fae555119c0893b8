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

  /** What the kernel says now. Not by a channel: an interrupt must not get between. */
  static SocketTable read() throws IOException {
    return new SocketTable(text("/proc/net/tcp"), v6());
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

  /**
   * One socket.
   *
   * @param state of the connection
   * @param uid the user; 0, for every user, when its process has closed it
   * @param inode its number; 0 when no process has it
   */
  record Row(int state, long uid, long inode) {
    private static final int ESTABLISHED = 1;
    private static final int FIN_WAIT1 = 4;
    private static final int FIN_WAIT2 = 5;
    private static final int CLOSE_WAIT = 8;

    /** Whether a process has it, and it is connected: has sent or got no end, or one of the two. */
    boolean isConnected() {
      return inode != 0
          && (state == ESTABLISHED
              || state == FIN_WAIT1
              || state == FIN_WAIT2
              || state == CLOSE_WAIT);
    }
  }

  /** The socket that is bound to one address and connected to another. */
  Optional<Row> find(InetSocketAddress local, InetSocketAddress remote) {
    boolean isV4 = local.getAddress() instanceof Inet4Address;
    if (!isV4) {
      return find(v6, of(local, ""), of(remote, ""));
    }
    return find(v4, of(local, ""), of(remote, ""))
        .or(() -> find(v6, of(local, MAPPED), of(remote, MAPPED)));
  }

  private static Optional<Row> find(String table, String local, String remote) {
    int at = table.indexOf(": " + local + " " + remote + " ");
    if (at < 0) {
      return Optional.empty();
    }
    int end = table.indexOf('\n', at);
    String[] fields = table.substring(at, end < 0 ? table.length() : end).split("\\s+", -1);
    return Optional.of(
        new Row(
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
