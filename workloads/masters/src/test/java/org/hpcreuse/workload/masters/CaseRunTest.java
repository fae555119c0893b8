/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class CaseRunTest {
  private static final int INTERVAL_MS = 50;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private void run(WaitCase of, Allocator.ResourceManager... managers) throws Exception {
    PrintStream output = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new CaseRun(of, 1, INTERVAL_MS, output).run(List.of(managers));
  }

  private List<String> lines() {
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void shouldPrintEachSecondAndThenTheHeartbeatsOfEachMaster() throws Exception {
    Allocator.ResourceManager manager = (containers, changed) -> {};

    run(new WaitCase(true, 10), manager, manager, manager);

    assertThat(lines()).hasSize(5);
    String of = "\"of\":{\"masters\":3,\"waits\":\"slots\",\"newsMs\":10}";
    for (int second = 0; second < 2; second++) {
      assertThat(lines().get(second))
          .startsWith(
              "{\"type\":\"masterSecond\"," + of + ",\"second\":" + second + ",\"mastersMs\":");
    }
    for (int i = 0; i < 3; i++) {
      assertThat(lines().get(2 + i))
          .startsWith("{\"type\":\"masterHeartbeats\"," + of + ",\"master\":" + i + ",\"atMs\":[")
          .containsPattern("\"micros\":\\[[0-9]+(, [0-9]+)*]}$");
    }
  }

  @Test
  void shouldFailWithTheFirstHeartbeatThatFails() {
    Allocator.ResourceManager manager =
        (containers, changed) -> {
          throw new IOException("no such master");
        };

    assertThatThrownBy(() -> run(new WaitCase(false, 0), manager))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("no such master");
  }
}
