/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of a benchmark with one cluster. */
final class ClusterOptions {
  @Option(
      names = "--up-arg",
      paramLabel = "WORD",
      description = "A further word for «hpc-reuse up»; repeatable.")
  List<String> up = List.of();

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where the cluster's directory goes (default: .hpc-reuse/NAME-TIME).")
  Path dir;
}
