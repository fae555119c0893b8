/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.EnumMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Finds a free port for everything that listens. They come from below the kernel's range for
 * outgoing connections, so that no client socket takes one between this check and the daemon's own
 * bind; against other clusters that start at the same moment the launcher tries again.
 */
final class FreePorts {
  private static final int LOWEST = 10_000;
  private static final int BEYOND = 32_000;
  private static final int ATTEMPTS = 10_000;

  private final RandomGenerator random;
  private final String host;

  FreePorts(RandomGenerator random, String host) {
    this.random = random;
    this.host = host;
  }

  Map<Port, Integer> choose() throws Failure {
    Map<Port, Integer> chosen = new EnumMap<>(Port.class);
    for (Port port : Port.values()) {
      chosen.put(port, next(chosen));
    }
    return chosen;
  }

  private int next(Map<Port, Integer> taken) throws Failure {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int candidate = random.nextInt(LOWEST, BEYOND);
      if (!taken.containsValue(candidate) && isFree(candidate)) {
        return candidate;
      }
    }
    throw new Failure(
        ExitCodes.UNAVAILABLE,
        "no free TCP port on " + host + " between " + LOWEST + " and " + (BEYOND - 1));
  }

  private boolean isFree(int port) {
    return isFree(host, port);
  }

  /**
   * Checks a port that was chosen on another node.
   *
   * @throws Failure when something listens there already, or the host is not this one
   */
  static void require(String host, Port port, int number) throws Failure {
    if (!isFree(host, number)) {
      throw new Failure(
          ExitCodes.UNAVAILABLE,
          String.format(
              "port %d of %s, meant for %s, cannot be listened on: Address already in use, or not"
                  + " an address of this node",
              number, host, port));
    }
  }

  private static boolean isFree(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
