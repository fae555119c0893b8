/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What stands behind {@code -javaagent:port-access.jar=}: words separated by commas.
 *
 * @param logs {@code log}: refusals are written to stderr
 * @param peersFile {@code peers=FILE}: addresses of the other machines that may connect, one a
 *     line; {@code peers=*}, which is empty here: all other machines may
 * @param netlink {@code netlink=N}: the descriptor of a socket for {@link SocketDiagnosis}; without
 *     it {@link SocketTable} is asked
 */
record AgentArguments(boolean logs, Optional<Path> peersFile, OptionalInt netlink) {
  private static final String PEERS = "peers=";
  private static final String ALL = "*";
  private static final String NETLINK = "netlink=";

  /**
   * Reads the words.
   *
   * @throws IllegalArgumentException when a word is not known, or none says which machines may
   *     connect
   */
  static AgentArguments parse(String text) {
    boolean logs = false;
    String peers = "";
    OptionalInt netlink = OptionalInt.empty();
    for (String word : text.split(",", -1)) {
      if (word.equals("log")) {
        logs = true;
      } else if (word.startsWith(PEERS)) {
        peers = word.substring(PEERS.length());
      } else if (word.matches(NETLINK + "\\d{1,9}")) {
        netlink = OptionalInt.of(Integer.parseInt(word.substring(NETLINK.length())));
      } else {
        throw new IllegalArgumentException("unknown argument of the agent: «" + word + "»");
      }
    }
    if (peers.isEmpty()) {
      throw new IllegalArgumentException("the agent needs peers=FILE or peers=*, has: " + text);
    }
    Optional<Path> file = peers.equals(ALL) ? Optional.empty() : Optional.of(Path.of(peers));
    return new AgentArguments(logs, file, netlink);
  }

  /** The addresses in the file; empty when all machines may connect. */
  Optional<Set<InetAddress>> peers() throws IOException {
    if (peersFile.isEmpty()) {
      return Optional.empty();
    }
    Set<InetAddress> addresses = new HashSet<>();
    for (String line : Files.readAllLines(peersFile.get())) {
      if (!line.isBlank()) {
        // Digits are not looked up anywhere.
        addresses.add(InetAddress.getByName(line.strip()));
      }
    }
    return Optional.of(addresses);
  }
}
