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
    Output output = new Output(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    new CaseRun(of, 1, INTERVAL_MS, output).run(List.of(managers));
  }

  private List<String> lines() {
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void shouldPrintEachSecondAndThenTheHeartbeatsOfEachMaster() throws Exception {
    Allocator.ResourceManager manager = (containers, changed) -> {};

    run(new WaitCase(Waits.SLOTS, 10), manager, manager, manager);

    assertThat(lines()).hasSize(5);
    assertThat(lines().get(0)).matches("second slots:10 0 [0-9]+");
    assertThat(lines().get(1)).matches("second slots:10 1 [0-9]+");
    for (int i = 0; i < 3; i++) {
      assertThat(lines().get(2 + i)).matches("heartbeats slots:10 " + i + "( [0-9]+:[0-9]+)+");
    }
  }

  @Test
  void shouldFailWithTheFirstHeartbeatThatFails() {
    Allocator.ResourceManager manager =
        (containers, changed) -> {
          throw new IOException("no such master");
        };

    assertThatThrownBy(() -> run(new WaitCase(Waits.STOCK, 0), manager))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("no such master");
  }
}
