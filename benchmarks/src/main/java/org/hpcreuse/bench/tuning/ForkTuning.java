/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.tuning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.protocol.ExitCodes;

/** What the arms with tuned forks need before their first sample. Not timed. */
public final class ForkTuning {
  private ForkTuning() {}

  /**
   * Refuses an arm that this machine cannot have.
   *
   * @throws BenchException when {@link Arm#FORK_AOT} has no JDK
   */
  public static void check(Arm arm) throws IOException, BenchException {
    if (arm == Arm.FORK_AOT) {
      aotJdk();
    }
  }

  /**
   * Prepares an arm.
   *
   * @param arm any
   * @param host the cluster that runs it, which is up
   * @return that cluster, whose jobs are submitted with the arm's options
   */
  public static Cluster prepare(Arm arm, Cluster host)
      throws IOException, BenchException, InterruptedException {
    return switch (arm) {
      case FORK_TUNED -> host.as(arm, ClassArchive.make(host, directory(arm, host)));
      case FORK_AOT -> host.as(arm, AotCache.make(host, directory(arm, host), aotJdk()));
      default -> host.as(arm, arm.jobOptions());
    };
  }

  private static Path directory(Arm arm, Cluster host) throws IOException {
    return Files.createDirectories(host.dir().resolve(arm.toString()));
  }

  private static Path aotJdk() throws IOException, BenchException {
    return AotCache.jdk()
        .orElseThrow(
            () ->
                new BenchException(
                    ExitCodes.USAGE,
                    "arm "
                        + Arm.FORK_AOT
                        + ": no JDK 25 or later beside "
                        + System.getProperty("java.home")));
  }
}
