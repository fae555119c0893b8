/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets nobody else in: a TCP connection that this JVM has accepted goes on only when it comes from
 * a process of the same user, or of root, on this machine, or from one of the cluster's other
 * nodes.
 *
 * <p>Hadoop without Kerberos believes who a caller says he is. The kernel knows whose socket a
 * local connection comes from; it is asked before the first byte is read. A connection that is
 * refused looks to the server as if the caller had closed it. Thread-safe.
 */
public final class OwnUsersOnly {
  private static final Pattern EFFECTIVE_UID = Pattern.compile("(?m)^Uid:\\s+\\d+\\s+(\\d+)");
  private static final long ROOT = 0;

  /** Told of each refusal. */
  private static volatile Consumer<String> log = line -> {};

  /** Addresses of other machines that may connect. */
  private static volatile Set<InetAddress> peers = Set.of();

  private static volatile long self = -1;

  private OwnUsersOnly() {}

  /** From now on refusals are told, one line each. */
  public static void log(Consumer<String> newLog) {
    log = newLog;
  }

  /** From now on connections from other machines must come from these addresses. */
  public static void peers(Set<InetAddress> addresses) {
    peers = Set.copyOf(addresses);
  }

  /** Called with each channel that has been accepted; null when there was none. */
  public static void admit(SocketChannel channel) {
    if (channel == null) {
      return;
    }
    try {
      if (isStranger(channel.getRemoteAddress(), channel.getLocalAddress())) {
        // Not closed, which servers take for an error of their own: they read an end of file.
        channel.shutdownInput();
        channel.shutdownOutput();
      }
    } catch (IOException e) {
      close(channel); // most often the caller has reset the connection
    }
  }

  /** Called with each socket that has been accepted. */
  public static void admit(Socket socket) {
    try {
      if (isStranger(socket.getRemoteSocketAddress(), socket.getLocalSocketAddress())) {
        socket.shutdownInput();
        socket.shutdownOutput();
      }
    } catch (IOException e) {
      close(socket); // as above
    }
  }

  private static void close(AutoCloseable connection) {
    try {
      connection.close();
    } catch (Exception e) {
      log.accept("a connection that is not admitted cannot be closed: " + e);
    }
  }

  private static boolean isStranger(SocketAddress from, SocketAddress to) throws IOException {
    if (!(to instanceof InetSocketAddress here)) {
      return false; // a Unix socket, whose file has an owner and a mode
    }
    if (!(from instanceof InetSocketAddress caller)) {
      return refuse(from, to, "its address is not known");
    }
    if (!isOfThisMachine(caller.getAddress(), here.getAddress())) {
      return !peers.contains(caller.getAddress()) && refuse(from, to, "no node of this cluster");
    }
    long owner = SocketTable.read().owner(caller, here);
    if (owner == ROOT || owner == self()) {
      return false;
    }
    return refuse(from, to, owner < 0 ? "closed already" : "of user " + owner + ", not " + self());
  }

  private static boolean refuse(SocketAddress from, SocketAddress to, String why) {
    log.accept("connection from " + from + " to " + to + " refused: " + why);
    return true;
  }

  private static boolean isOfThisMachine(InetAddress caller, InetAddress here) throws IOException {
    return caller.isLoopbackAddress()
        || caller.equals(here)
        || NetworkInterface.getByInetAddress(caller) != null;
  }

  private static long self() throws IOException {
    long known = self;
    if (known < 0) {
      Matcher uid = EFFECTIVE_UID.matcher(SocketTable.text("/proc/self/status"));
      if (!uid.find()) {
        throw new IOException("/proc/self/status says no Uid");
      }
      known = Long.parseLong(uid.group(1));
      self = known;
    }
    return known;
  }
}
