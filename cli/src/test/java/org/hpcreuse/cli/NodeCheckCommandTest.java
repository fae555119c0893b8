/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NodeCheckCommandTest {
  @TempDir Path dir;
  private final StringWriter err = new StringWriter();

  @Test
  void shouldAcceptANodeThatHasWhatIsNeeded() throws IOException {
    assertThat(check("--role=worker", "--slots=1x64", "--port=NM_RPC=" + freePort())).isZero();
  }

  @Test
  void shouldNameAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = "--port=NM_RPC=" + taken.getLocalPort();

      assertThat(check("--role=worker", "--slots=1x64", port)).isEqualTo(ExitCodes.UNAVAILABLE);

      assertThat(err.toString())
          .contains(
              "port " + taken.getLocalPort() + " of 127.0.0.1", "NM_RPC", "Address already in use");
    }
  }

  @Test
  void shouldLeaveTheHeadsPortsToTheHead() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = "--port=RM_CLIENT=" + taken.getLocalPort();

      assertThat(check("--role=worker", "--slots=1x64", port)).isZero();
      assertThat(check("--role=head", "--slots=1x64", port)).isEqualTo(ExitCodes.UNAVAILABLE);
    }
  }

  @Test
  void shouldHoldTheMemoryPromiseAgainstWhatTheSchedulerHasGranted() throws IOException {
    int status =
        check("--role=worker", "--slots=4x1024", "--memory-mb=2000", "--port=NM_RPC=" + freePort());

    assertThat(status).isEqualTo(ExitCodes.UNAVAILABLE);
    assertThat(err.toString()).contains("not enough memory", "2000 MiB");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private int check(String... more) {
    List<String> args = new ArrayList<>(List.of("node-check", "--dir=" + dir));
    args.addAll(List.of("--host=127.0.0.1", "--mode=reuse", "--spares=0"));
    args.addAll(List.of(more));
    CommandLine commands = Main.commandLine();
    commands.setErr(new PrintWriter(err, true));
    return commands.execute(args.toArray(String[]::new));
  }
}
