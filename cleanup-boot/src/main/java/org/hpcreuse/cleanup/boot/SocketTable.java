/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The kernel's lists of this machine's TCP sockets (proc(5), /proc/net/tcp and tcp6), asked for the
 * owner of one.
 */
final class SocketTable {
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int UID = 7;
  private static final int INODE = 9;
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
    return new SocketTable(text("/proc/net/tcp"), text("/proc/net/tcp6"));
  }

  /** Empty where there is no such table: no IPv6 in this kernel. */
  static String text(String file) throws IOException {
    try (InputStream in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  /**
   * Whose socket it is that is bound to one address and connected to another.
   *
   * @return the user's number; -1 when there is none, or when its process has closed it: the kernel
   *     then says 0, whoever that was
   */
  long owner(InetSocketAddress local, InetSocketAddress remote) {
    boolean isV4 = local.getAddress() instanceof Inet4Address;
    if (!isV4) {
      return find(v6, of(local, ""), of(remote, ""));
    }
    long owner = find(v4, of(local, ""), of(remote, ""));
    return owner >= 0 ? owner : find(v6, of(local, MAPPED), of(remote, MAPPED));
  }

  private static long find(String table, String local, String remote) {
    int at = table.indexOf(" " + local + " " + remote + " ");
    if (at < 0) {
      return -1;
    }
    int start = table.lastIndexOf('\n', at) + 1;
    int end = table.indexOf('\n', at);
    String[] fields =
        table.substring(start, end < 0 ? table.length() : end).strip().split("\\s+", -1);
    boolean same = fields[LOCAL].equals(local) && fields[REMOTE].equals(remote);
    return !same || fields[INODE].equals("0") ? -1 : Long.parseLong(fields[UID]);
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
