/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HpcReuseTest {
  @TempDir Path dir;

  private HpcReuse command(String script) throws Exception {
    Path file = dir.resolve("hpc-reuse");
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new HpcReuse(file, dir.resolve("logs/commands.log"));
  }

  @Test
  void shouldReadStandardOutputAlone() throws Exception {
    assertThat(command("echo noise >&2; echo \"$1 $2\"").text("fs", "a b")).isEqualTo("fs a b\n");
  }

  @Test
  void shouldAddVariablesToTheEnvironment() throws Exception {
    String read =
        command("echo \"$COLOUR $PATH\"").read(HpcReuse::utf8, Map.of("COLOUR", "red"), "status");

    assertThat(read).isEqualTo("red " + System.getenv("PATH") + "\n");
  }

  @Test
  void shouldQuoteTheLogWhenACommandFails() throws Exception {
    HpcReuse command = command("echo no such cluster >&2; exit 3");

    assertThatThrownBy(() -> command.run("status"))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("hpc-reuse status ended with status 3")
        .hasMessageContaining("commands.log")
        .hasMessageContaining("| no such cluster");
  }

  @Test
  void shouldTellHowACommandHasEndedAndWhatItPrinted() throws Exception {
    HpcReuse.End<String> end = command("echo out; exit 7").end(HpcReuse::utf8, Map.of(), "mpi");

    assertThat(end).isEqualTo(new HpcReuse.End<>(7, "out\n"));
  }

  @Test
  void shouldRunNothingButDownAfterAStop() throws Exception {
    HpcReuse command = command("echo \"$1\"");

    command.stop();

    assertThatThrownBy(() -> command.text("hadoop")).hasMessage("stopped before hpc-reuse hadoop");
    assertThat(command.text("down")).isEqualTo("down\n");
  }
}
