/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiagnosticsTest {
  @Test
  void theUsualLinesAreLeftOut() {
    String text =
        """
        [2026-11-25 14:49:13.459]Exception from container-launch.
        Container id: container_1_0001_01_000002
        Exit code: 1

        [2026-11-25 14:49:13.505]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
        Last 4096 bytes of prelaunch.err :
        Last 4096 bytes of stderr :
        Error: Could not find or load main class Main
        Caused by: java.lang.ClassNotFoundException: Main


        [2026-11-25 14:49:13.505]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
        Last 4096 bytes of stderr :
        Error: Could not find or load main class Main
        """;
    assertThat(Diagnostics.essence(text))
        .isEqualTo(
            "Error: Could not find or load main class Main\n"
                + "Caused by: java.lang.ClassNotFoundException: Main");
  }

  @Test
  void aKilledContainerNamesItsKiller() {
    assertThat(
            Diagnostics.essence(
                "[2026-11-25 14:53:27.466]Container killed on request. Exit code is 137\n"
                    + "slot 5 (pid 16866) ended while it ran the container\n"
                    + "[2026-11-25 14:53:27.466]Killed by external signal"))
        .isEqualTo("slot 5 (pid 16866) ended while it ran the container");
    assertThat(Diagnostics.essence("")).isEmpty();
  }
}
