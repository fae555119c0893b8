/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The nodes of a cluster. The first, the head, has the ResourceManager, NameNode and
 * JobHistoryServer; every one has a NodeManager, a DataNode and a pool.
 *
 * @param hosts names by which the nodes reach each other, each once
 * @param dir directory that every node has for itself, absolute and the same everywhere
 */
public record ClusterNodes(List<String> hosts, Path dir) {
  /** A cluster on one machine listens here only: authentication is simple. */
  public static final String LOOPBACK = "127.0.0.1";

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?");

  public ClusterNodes {
    hosts = List.copyOf(hosts);
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("--hosts is empty");
    }
    for (String host : hosts) {
      if (!NAME.matcher(host).matches()) {
        throw new IllegalArgumentException("--hosts: \"" + host + "\" is no host name");
      }
    }
    if (new HashSet<>(hosts).size() != hosts.size()) {
      throw new IllegalArgumentException("--hosts: a name occurs twice in " + hosts);
    }
  }

  public static ClusterNodes local(Path dir) {
    return new ClusterNodes(List.of(LOOPBACK), dir);
  }

  public String head() {
    return hosts.get(0);
  }

  /** Whether all is on this machine, reachable from nowhere else. */
  public boolean isLocal() {
    return hosts.equals(List.of(LOOPBACK));
  }

  /**
   * What stands for a node's own name in the configuration, which is the same for all nodes: the
   * launcher sets this system property in every daemon.
   */
  public String own() {
    return isLocal() ? LOOPBACK : "${hpc-reuse.host}";
  }

  public int count() {
    return hosts.size();
  }
}
