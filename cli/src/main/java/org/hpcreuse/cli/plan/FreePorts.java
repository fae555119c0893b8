/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Finds a free port for everything that listens. They come from below the kernel's range for
 * outgoing connections, so that no client socket takes one between this check and the daemon's own
 * bind. Jobs of a scheduler start at the same moment on the same nodes: each prefers a block of
 * ports that follows from its number, so that they do not even ask for the same ones.
 */
public final class FreePorts {
  private static final int LOWEST = 10_000;
  private static final int BEYOND = 32_000;
  private static final int ATTEMPTS = 10_000;

  private final RandomGenerator random;
  private final String host;
  private final Set<Integer> elsewhere;

  /**
   * Makes a choice for one cluster.
   *
   * @param elsewhere ports on which something listens on another node of the cluster
   */
  public FreePorts(RandomGenerator random, String host, Set<Integer> elsewhere) {
    this.random = random;
    this.host = host;
    this.elsewhere = Set.copyOf(elsewhere);
  }

  /** Chooses at random. */
  public Map<Port, Integer> choose() throws Failure {
    return fill(new EnumMap<>(Port.class));
  }

  /** Chooses from the block of a job where that is free, and at random where it is not. */
  public Map<Port, Integer> choose(long job) throws Failure {
    int size = Port.values().length;
    int preferred = LOWEST + Math.floorMod(job, (BEYOND - LOWEST) / size) * size;
    Map<Port, Integer> chosen = new EnumMap<>(Port.class);
    for (Port port : Port.values()) {
      if (isUsable(preferred)) {
        chosen.put(port, preferred);
      }
      preferred++;
    }
    return fill(chosen);
  }

  private Map<Port, Integer> fill(Map<Port, Integer> chosen) throws Failure {
    for (Port port : Port.values()) {
      if (!chosen.containsKey(port)) {
        chosen.put(port, next(chosen));
      }
    }
    return chosen;
  }

  private int next(Map<Port, Integer> taken) throws Failure {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int candidate = random.nextInt(LOWEST, BEYOND);
      if (!taken.containsValue(candidate) && isUsable(candidate)) {
        return candidate;
      }
    }
    throw new Failure(
        ExitCodes.UNAVAILABLE,
        String.format(
            "no free TCP port on %s%s between %d and %d",
            host, elsewhere.isEmpty() ? "" : " and the other nodes", LOWEST, BEYOND - 1));
  }

  private boolean isUsable(int port) {
    return !elsewhere.contains(port) && isFree(host, port);
  }

  /**
   * Checks a port that was chosen on another node.
   *
   * @throws Failure when something listens there already, or the host is not this one
   */
  public static void require(String host, Port port, int number) throws Failure {
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
