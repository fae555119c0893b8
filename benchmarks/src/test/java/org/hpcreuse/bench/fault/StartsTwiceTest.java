/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StartsTwiceTest {
  @TempDir Path logs;

  private void starts(String container, int times) throws IOException {
    Path dir = Files.createDirectories(logs.resolve("application_1").resolve(container));
    Files.writeString(
        dir.resolve("syslog"),
        "INFO [main] org.apache.hadoop.mapred.YarnChild: Executing with tokens: []\n"
            .repeat(times));
  }

  @Test
  void shouldFindAContainerThatWasStartedTwiceOnce() throws IOException {
    StartsTwice twice = new StartsTwice(logs);
    starts("container_1", 1);
    starts("container_2", 2);
    Files.createDirectories(logs.resolve("application_1/container_3"));

    assertThat(twice.note()).containsExactly("container_2 was started 2 times");
    assertThat(twice.note()).isEmpty();
  }

  @Test
  void shouldFindNothingBeforeTheFirstContainer() throws IOException {
    assertThat(new StartsTwice(logs.resolve("none")).note()).isEmpty();
  }
}
