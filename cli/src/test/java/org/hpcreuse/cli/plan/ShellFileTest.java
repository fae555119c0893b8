/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellFileTest {
  @TempDir Path dir;

  @Test
  void shouldGiveAShellEveryValueAsItIs() throws Exception {
    String nasty = "it's $HOME `date` \"x\" \\ ;";
    Path file = dir.resolve("run/vars");

    ShellFile.write(file, "export ", Map.of("V", nasty));

    Process shell =
        new ProcessBuilder("sh", "-c", ". \"$0\"; printf %s \"$V\"", file.toString()).start();
    String seen = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).isZero();
    assertThat(seen).isEqualTo(nasty);
  }
}
