/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.head;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.hpcreuse.cli.head.NodeProgress.State;
import org.hpcreuse.protocol.ProcessIdentity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterDirectoryTest {
  private static final String NOISE =
      "[node1:04877] PMIX ERROR: BAD-PARAM in file"
          + " ../../../src/event/pmix_event_notification.c at line 1033";

  @TempDir Path dir;
  private ClusterDirectory directory;

  @BeforeEach
  void make() throws IOException {
    Files.createDirectories(dir.resolve("run"));
    Files.createDirectories(dir.resolve("nodes/n1"));
    directory = new ClusterDirectory(dir);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(dir.resolve(file), text);
  }

  @Test
  void shouldReadHowFarANodeIs() throws IOException {
    assertThat(directory.progress("n1")).isEqualTo(NodeProgress.NONE);
    write("nodes/n1/state", "checked 1234 \n");
    assertThat(directory.progress("n1")).isEqualTo(new NodeProgress(State.CHECKED, 1234, ""));
    write("nodes/n1/state", "failed 5 no JDK  here; set JAVA_HOME\nmore\n");
    assertThat(directory.progress("n1"))
        .isEqualTo(new NodeProgress(State.FAILED, 5, "no JDK  here; set JAVA_HOME"));
  }

  @Test
  void shouldReadAMessageWhoseBytesAreNoUtf8() throws IOException {
    byte[] bytes = "failed 5 no /caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(dir.resolve("nodes/n1/state"), bytes);
    assertThat(directory.progress("n1"))
        .isEqualTo(new NodeProgress(State.FAILED, 5, "no /caf\ufffd"));
  }

  @Test
  void shouldTakeAStateThatCannotBeReadForNone() throws IOException {
    for (String text : List.of("", "\n", "up", "up x", "unknown 1")) {
      write("nodes/n1/state", text);
      assertThat(directory.progress("n1")).as(text).isEqualTo(NodeProgress.NONE);
    }
  }

  @Test
  void shouldSeeWhatNodesAndTheUserHaveMade() throws IOException {
    assertThat(directory.hasEnded("n1")).isFalse();
    assertThat(directory.hasCollected("n1")).isFalse();
    assertThat(directory.stopIsAsked()).isFalse();
    write("nodes/n1/ended", "");
    write("nodes/n1/collected", "");
    write("run/stop", "");
    assertThat(directory.hasEnded("n1")).isTrue();
    assertThat(directory.hasCollected("n1")).isTrue();
    assertThat(directory.stopIsAsked()).isTrue();
  }

  @Test
  void shouldKnowAProcessByItsPidAndStart() throws IOException {
    ProcessIdentity own = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
    write("run/agents.pid", own.pid() + " " + own.startTicks() + "\n");
    write("run/agent-n1.pid", own.pid() + " 1\n");
    write("run/mpirun-1.pid", "\n");
    write("run/job.env", "");
    assertThat(directory.processes())
        .containsExactly(
            Map.entry("agent-n1", false), Map.entry("agents", true), Map.entry("mpirun-1", false));
    assertThat(directory.lives(own.pid())).isTrue();
    assertThat(directory.lives(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void shouldChangeTheTimeOfTheFileWithEachBeat() throws IOException {
    Path alive = dir.resolve("run/alive");
    directory.beat();
    assertThat(alive).isEmptyFile();
    Files.setLastModifiedTime(alive, FileTime.fromMillis(0));
    directory.beat();
    assertThat(Files.getLastModifiedTime(alive).toMillis()).isPositive();
  }

  @Test
  void shouldBearADirectoryThatIsNotThereAnyMore() {
    ClusterDirectory none = new ClusterDirectory(dir.resolve("none"));
    none.beat();
    assertThat(none.processes()).isEmpty();
    assertThat(none.progress("n1")).isEqualTo(NodeProgress.NONE);
  }

  @Test
  void shouldShowTheLastLinesOfALogWithoutThoseThatSayNothing() throws IOException {
    List<String> lines = IntStream.range(0, 40).mapToObj(Integer::toString).toList();
    write("log", String.join("\n", lines) + "\n" + NOISE + "\n" + NOISE + "\n");
    assertThat(ClusterDirectory.lastLines(dir.resolve("log"))).isEqualTo(lines.subList(25, 40));
    write("noise", NOISE + "\n");
    assertThat(ClusterDirectory.lastLines(dir.resolve("noise"))).isEmpty();
    assertThat(ClusterDirectory.lastLines(dir.resolve("none"))).isEmpty();
  }

  @Test
  void shouldReadTheEndOnlyOfALargeLog() throws IOException {
    write("log", String.join("", Collections.nCopies(3 << 20, "x")) + "\nend\n");
    List<String> last = ClusterDirectory.lastLines(dir.resolve("log"));
    assertThat(last).hasSize(2).endsWith("end");
    assertThat(last.get(0)).hasSizeLessThan(1 << 20);
  }
}
