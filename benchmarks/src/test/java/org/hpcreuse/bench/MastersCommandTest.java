/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MastersCommandTest {
  @TempDir Path dir;

  private final StringWriter notes = new StringWriter();

  private int read(String lines) throws IOException {
    Progress progress = new Progress(new PrintWriter(notes), "masters", 1);
    return MastersCommand.read(
        new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
        ProcessHandle.current().pid(),
        new RunDirectory(dir),
        progress);
  }

  @Test
  void shouldAddTheProcessorTimesToTheLineOfASecond() throws Exception {
    String of = "\"of\":{\"masters\":2,\"waits\":\"slots\",\"newsMs\":100}";

    assertThat(
            read(
                """
                {"type":"note","text":"2 masters wait"}
                {"type":"masterSecond",%1$s,"second":0,"mastersMs":500}
                {"type":"masterHeartbeats",%1$s,"master":0,"atMs":[20],"micros":[1500]}
                """
                    .formatted(of)))
        .isEqualTo(2);

    assertThat(notes.toString().lines())
        .containsExactly("2 masters wait", "[1/1, 0 s] wait as in slots, news each 100 ms");
    List<String> lines = Files.readAllLines(dir.resolve("samples.jsonl"));
    assertThat(lines.get(0))
        .startsWith("{\"type\":\"masterSecond\"," + of + ",\"second\":0,\"mastersMs\":500,")
        .containsPattern("\"managerMs\":[0-9]+,\"busyTicks\":[0-9]+,\"allTicks\":[0-9]+}");
    assertThat(lines.get(1)).endsWith("\"master\":0,\"atMs\":[20],\"micros\":[1500]}");
  }

  @Test
  void shouldQuoteALineThatIsNotUnderstood() {
    for (String line : List.of("hello", "[1]", "{\"type\":")) {
      assertThatThrownBy(() -> read(line + "\n"))
          .isInstanceOf(IOException.class)
          .hasMessageEndingWith("printed: " + line);
    }
  }
}
