/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import org.hpcreuse.workload.foreign.Neighbour;

/** Looks up host names. */
public final class Addresses {
  private Addresses() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Path hosts = Files.writeString(Path.of("hosts"), "10.1.2.3 made.invalid\n");
      System.setProperty("jdk.net.hosts.file", hosts.toAbsolutePath().toString());
      Security.setProperty("networkaddress.cache.ttl", "-1");
      Security.setProperty("networkaddress.cache.negative.ttl", "-1");
    }
    try {
      print("made", InetAddress.getAllByName("made.invalid")[0].getHostAddress());
    } catch (UnknownHostException e) {
      print("unknown", "made.invalid");
    }
    print("ttl", Security.getProperty("networkaddress.cache.ttl"));
    try {
      print("localhost", InetAddress.getAllByName("localhost")[0].isLoopbackAddress());
    } catch (UnknownHostException e) {
      print("no", e.getMessage());
    }
    print("loopback", InetAddress.getLoopbackAddress());
  }
}
