/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;

/**
 * The nodes of a cluster that was started over several of them.
 *
 * @param names their names in the order of the job, the head first
 */
record JobNodes(List<String> names) {
  /** The head writes it as a file of shell variables; names of nodes have no blanks. */
  private static final Pattern HOSTS = Pattern.compile("\\bJOB_HOSTS=\\(([^)]*)\\)");

  /**
   * Reads which nodes a cluster has.
   *
   * @param dir the cluster's directory
   * @return nothing for a cluster that is on this machine alone
   * @throws Failure when the file that should name them does not
   */
  static Optional<JobNodes> in(Path dir) throws IOException, Failure {
    Path file = dir.resolve("run/job.env");
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    Matcher hosts = HOSTS.matcher(Files.readString(file));
    if (!hosts.find() || hosts.group(1).isBlank()) {
      throw new Failure(ExitCodes.FAILED, file + " names no node (JOB_HOSTS)");
    }
    return Optional.of(new JobNodes(List.of(hosts.group(1).strip().split("\\s+"))));
  }

  @Override
  public String toString() {
    return String.join(" ", names);
  }
}
