/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandsTest {
  private static final Duration BOUND = Duration.ofMinutes(1);

  @TempDir Path dir;

  private Commands command(String script) throws Exception {
    Path file = dir.resolve("hpc-reuse");
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new Commands(file, dir.resolve("logs/commands.log"));
  }

  @Test
  void shouldReadStandardOutputAlone() throws Exception {
    assertThat(command("echo noise >&2; echo \"$1 $2\"").text("fs", "a b")).isEqualTo("fs a b\n");
  }

  @Test
  void shouldAddVariablesToTheEnvironment() throws Exception {
    String read =
        command("echo \"$COLOUR $PATH\"").read(Commands::utf8, Map.of("COLOUR", "red"), "status");

    assertThat(read).isEqualTo("red " + System.getenv("PATH") + "\n");
  }

  @Test
  void shouldQuoteTheLogWhenACommandFails() throws Exception {
    Commands command = command("echo no such cluster >&2; exit 3");

    assertThatThrownBy(() -> command.run("status"))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("hpc-reuse status ended with status 3")
        .hasMessageContaining("commands.log")
        .hasMessageContaining("| no such cluster");
  }

  @Test
  void shouldTellHowACommandHasEndedAndWhatItPrinted() throws Exception {
    Commands.End<String> end = command("echo out; exit 7").end(Commands::utf8, Map.of(), "mpi");

    assertThat(end).isEqualTo(new Commands.End<>(7, "out\n"));
  }

  @Test
  void shouldRunNothingButDownAfterAStop() throws Exception {
    Commands command = command("echo \"$1\"");

    command.stop();

    assertThatThrownBy(() -> command.text("hadoop")).hasMessage("stopped before hpc-reuse hadoop");
    assertThat(command.text("down")).isEqualTo("down\n");
  }

  @Test
  void shouldTalkWithAnotherProgram() throws Exception {
    List<String> line = List.of("sh", "-c", "echo $WORD; read -r line; echo b; echo c");
    List<String> said =
        command("")
            .program(
                line,
                Map.of("WORD", "a"),
                BOUND,
                program -> {
                  String first = program.inputReader().readLine();
                  program.getOutputStream().write('\n');
                  program.getOutputStream().flush();
                  return List.of(first, Commands.utf8(program.getInputStream()));
                });

    assertThat(said).containsExactly("a", "b\nc\n");
  }

  @Test
  void shouldEndAProgramWhenItsTimeIsOver() throws Exception {
    AtomicLong pid = new AtomicLong();

    assertThatThrownBy(
            () ->
                command("")
                    .program(
                        List.of("sh", "-c", "exec sleep 600"),
                        Map.of(),
                        Duration.ofMillis(500),
                        program -> {
                          pid.set(program.pid());
                          return Commands.utf8(program.getInputStream());
                        }))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("exec sleep 600 has not ended within 0 s; see ");
    assertThat(ProcessHandle.of(pid.get())).isEmpty();
  }

  @Test
  void shouldEndTheProgramThatRunsWhenItIsStopped() throws Exception {
    Commands commands = command("");
    List<String> line = List.of("sh", "-c", "echo begun; exec sleep 600");

    assertThatThrownBy(
            () ->
                commands.program(
                    line,
                    Map.of(),
                    BOUND,
                    program -> {
                      String begun = program.inputReader().readLine();
                      try {
                        commands.stop();
                      } catch (InterruptedException e) {
                        throw new IOException(e);
                      }
                      return begun;
                    }))
        .hasMessageContaining("exec sleep 600 ended with status 143");
  }
}
