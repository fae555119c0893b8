/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Option;

/** The options of a benchmark of one arm for its cluster. */
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

  /** Refuses a number that is out of range. */
  static void requireRange(String option, int value, int least, int most) throws BenchException {
    if (value < least || value > most) {
      throw new BenchException(
          ExitCodes.USAGE, option + " " + value + ": must be from " + least + " to " + most);
    }
  }
}
