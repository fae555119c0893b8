/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.MpiProgram.Line;
import org.hpcreuse.bench.cluster.BenchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LineProcessTest {
  @TempDir Path dir;

  @Test
  void shouldTalkWithAProcess() throws Exception {
    try (LineProcess process =
        start("echo $WORD; read -r line; echo b; echo c", Duration.ofMinutes(1))) {
      assertThat(process.next(1).get(0).text()).isEqualTo("a");
      process.tell();
      assertThat(process.next(2)).extracting(Line::text).containsExactly("b", "c");
      process.awaitEnd();
    }
  }

  @Test
  void shouldSayThatAProcessHasEndedTooSoonOrBadly() throws Exception {
    try (LineProcess process = start("exit 3", Duration.ofMinutes(1))) {
      assertThatThrownBy(() -> process.next(1))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("exit 3 has ended too soon; see " + log());
      assertThatThrownBy(process::awaitEnd)
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("ended with status 3");
    }
  }

  @Test
  void shouldWaitForABoundedTimeAndEndTheProcess() throws Exception {
    LineProcess process = start("echo $$; exec sleep 600", Duration.ofMillis(500));
    long pid = Long.parseLong(process.next(1).get(0).text());
    assertThatThrownBy(() -> process.next(1))
        .hasMessageContaining("waited 0 s in vain for its output");
    assertThatThrownBy(process::awaitEnd).hasMessageContaining("has not ended within 0 s");

    process.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  private LineProcess start(String script, Duration bound) throws IOException {
    return new LineProcess(List.of("sh", "-c", script), Map.of("WORD", "a"), log(), bound);
  }

  private Path log() {
    return dir.resolve("log");
  }
}
