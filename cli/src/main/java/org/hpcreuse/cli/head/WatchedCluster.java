/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.head;

import java.nio.file.Path;
import java.util.List;

/**
 * What its head knows of a cluster before it looks.
 *
 * @param dir its directory, on a file system that all nodes see
 * @param nodes in the scheduler's order; the first is the head
 * @param remote how the head starts something on a node, for example {@code srun}
 * @param nodeDir each node's own directory
 * @param lostSeconds a node that hears nothing of the head for so long ends by itself; 0 = never
 * @param startedMs when the start began, milliseconds since the epoch
 * @param untilMs when the job is to stop, milliseconds since the epoch; 0 = the scheduler warns
 */
public record WatchedCluster(
    Path dir,
    List<String> nodes,
    String remote,
    Path nodeDir,
    int lostSeconds,
    long startedMs,
    long untilMs) {
  /** The log of a process that the head has started. */
  Path log(String process) {
    return dir.resolve("logs").resolve(process + ".log");
  }

  /** What the script of a node has printed. */
  Path nodeLog(String node) {
    return dir.resolve("nodes").resolve(node).resolve("log");
  }

  /** What mpirun's daemon for a node has printed. */
  Path daemonLog(String node) {
    return log("orted-" + node);
  }
}
