/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What stands behind {@code -javaagent:cleanup-agent.jar=}: words separated by commas.
 *
 * @param portsOnly {@code ports}: nothing is changed but who may connect
 * @param peersFile {@code peers=FILE}: only processes of the same user and of root may connect, and
 *     other machines whose addresses stand in the file, one a line; empty = whoever likes
 */
record AgentArguments(boolean portsOnly, Optional<Path> peersFile) {
  private static final String PEERS = "peers=";

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException when there is a word that is not known
   */
  static AgentArguments parse(String text) throws IOException {
    boolean portsOnly = false;
    Optional<Path> peers = Optional.empty();
    for (String word : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      if (word.equals("ports")) {
        portsOnly = true;
      } else if (word.startsWith(PEERS)) {
        peers = Optional.of(Path.of(word.substring(PEERS.length())));
        Files.readAllLines(peers.get());
      } else {
        throw new IllegalArgumentException("unknown argument of the agent: " + word);
      }
    }
    return new AgentArguments(portsOnly, peers);
  }

  /** The addresses in the file, read now: that loads classes of the JDK. */
  Optional<Set<InetAddress>> peers() throws IOException {
    return peersFile.isEmpty() ? Optional.empty() : Optional.of(addresses(peersFile.get()));
  }

  private static Set<InetAddress> addresses(Path file) throws IOException {
    Set<InetAddress> addresses = new HashSet<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank()) {
        // Digits are not looked up anywhere.
        addresses.add(InetAddress.getByName(line.strip()));
      }
    }
    return addresses;
  }
}
