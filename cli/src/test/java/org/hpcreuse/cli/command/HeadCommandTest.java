/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(30)
class HeadCommandTest {
  @TempDir Path dir;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PipedOutputStream questions = new PipedOutputStream();
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private BufferedReader answers;
  private Future<Integer> ended;

  @BeforeEach
  void start() throws IOException {
    Files.createDirectories(dir.resolve("run"));
    Files.createDirectories(dir.resolve("nodes/n1"));
    HeadCommand command = new HeadCommand();
    PipedOutputStream out = new PipedOutputStream();
    answers =
        new BufferedReader(
            new InputStreamReader(new PipedInputStream(out), StandardCharsets.US_ASCII));
    command.in = new PipedInputStream(questions);
    command.out = out;
    command.err = err;
    CommandLine line = new CommandLine(command);
    ended =
        other.submit(
            () ->
                line.execute(
                    "--dir=" + dir,
                    "--hosts=n1",
                    "--remote=ssh",
                    "--node-dir=/scratch",
                    "--lost-seconds=90",
                    "--started-ms=0"));
  }

  @AfterEach
  void stop() throws IOException {
    questions.close();
    other.shutdown();
  }

  private void ask(String question) throws IOException {
    questions.write((question + "\n").getBytes(StandardCharsets.US_ASCII));
    questions.flush();
  }

  @Test
  void shouldAnswerByALineOnceANodeHasComeSoFar() throws IOException {
    ask("staged 60");
    Files.writeString(dir.resolve("nodes/n1/state"), "staged 1\n");
    assertThat(answers.readLine()).isEqualTo("staged 0");
    assertThat(dir.resolve("run/alive")).exists();
  }

  @Test
  void shouldSayWhatHasHappenedBeforeItAnswersWithTheEndOfTheLog() throws IOException {
    Files.writeString(dir.resolve("nodes/n1/state"), "failed 1 «no» JDK\n");
    Files.writeString(dir.resolve("nodes/n1/log"), "one\ntwo\n");
    ask("up 60");
    assertThat(answers.readLine()).isEqualTo("up 1");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "hpc-reuse: node n1: «no» JDK\nlast lines of "
                + dir.resolve("nodes/n1/log")
                + ":\n  | one\n  | two\n");
  }

  @Test
  void shouldGoOnLookingWithoutAnotherQuestion() throws IOException {
    Path alive = dir.resolve("run/alive");
    ask("staged 60");
    for (int looks = 0; looks < 2; looks++) {
      await().until(() -> Files.deleteIfExists(alive));
    }
    Files.writeString(dir.resolve("nodes/n1/state"), "staged 1\n");
    assertThat(answers.readLine()).isEqualTo("staged 0");
  }

  @Test
  void shouldEndWithItsStandardInputThoughAQuestionIsOpen() throws Exception {
    ask("watch 0");
    questions.close();
    assertThat(ended.get(20, TimeUnit.SECONDS)).isZero();
  }
}
