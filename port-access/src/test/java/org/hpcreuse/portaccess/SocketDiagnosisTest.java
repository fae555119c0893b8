/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In a JVM that has been started as a daemon is, over a real netlink socket. */
final class SocketDiagnosisTest {
  private static final long BOUND_S = 60;
  private static final String OTHER_WAY =
      "other way differs: Optional[TcpSocket[state=0, uid=0, inode=0]] Optional.empty";
  private static final List<String> FOUND =
      List.of("caller same connected", "accepted same connected", "listener same", OTHER_WAY);

  @Test
  void shouldFindWhatTheTablesHaveAndElseAskThem() throws Exception {
    List<String> command = new ArrayList<>(PortAccessAgentTest.WITH_NETLINK);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            DiagnosisProbe.class.getName(),
            ",netlink=?"));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> said;
    try (BufferedReader out = child.inputReader()) {
      said = out.lines().toList();
      assertThat(child.waitFor(BOUND_S, TimeUnit.SECONDS)).as("child ended").isTrue();
    } finally {
      child.destroyForcibly();
    }
    List<String> twice = new ArrayList<>(FOUND);
    twice.addAll(FOUND);
    assertThat(said).containsExactlyElementsOf(twice);
  }
}
