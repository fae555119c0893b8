/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesTheJdk;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A slot process that is killed while it trains leaves its files where the pool's end removes them.
 */
class KilledInTrainingTest {
  /** What the ApplicationMaster's web server unpacks into the directory for temporary files. */
  private static final String UNPACKED = "/jetty-";

  /** Its own: no slot is trained yet. */
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.SLOTS, "1x512").set(Options.TRAINING, "full").own();

  @Test
  void shouldLeaveNothingOutsideThePool() throws Exception {
    long pid = POOL.slot(0).get("pid").asLong();
    Waits.until("the web server of a training job")
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> filesWith(UNPACKED).stream().anyMatch(file -> file.endsWith("/webapp")));

    ProcessHandle.of(pid).orElseThrow().destroyForcibly();

    assertThat(filesWith("-" + pid + "/")).as("the pool's own").anyMatch(f -> f.contains(UNPACKED));
    Waits.until("a process in the place of the killed one")
        .atMost(Duration.ofMinutes(2))
        .until(() -> POOL.slot(0).get("pid").asLong() != pid);
    Outcome outcome = POOL.run(POOL.container(UsesTheJdk.class));
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
  }

  /** What is there now; files come and go meanwhile. */
  private static List<String> filesWith(String part) throws IOException {
    try (Stream<Path> files = Files.walk(POOL.files().logs())) {
      return files
          .map(Path::toString)
          .filter(file -> file.contains("/training-") && file.contains(part))
          .toList();
    } catch (UncheckedIOException e) {
      return List.of();
    }
  }
}
