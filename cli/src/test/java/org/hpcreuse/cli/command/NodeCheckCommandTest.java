/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NodeCheckCommandTest {
  @TempDir Path dir;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void makePool() throws IOException {
    PoolFiles.createOwnerOnly(dir.resolve("pool"));
    Files.writeString(dir.resolve("pool/pool.properties"), "hpc-reuse.pool.socket=s\n");
  }

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

  @Test
  void shouldCountTheHeapsOfTheDaemonsThatTheNodeRuns() throws IOException {
    String heaps = "nodemanager=3000,resourcemanager=100000";
    String port = "--port=NM_RPC=" + freePort();

    int status = checkWithHeaps(heaps, "--role=worker", "--slots=1x64", "--memory-mb=2000", port);

    assertThat(status).isEqualTo(ExitCodes.UNAVAILABLE);
    assertThat(err.toString()).contains("Hadoop daemons " + (3000 + 256 + 2 * 200));
  }

  @Test
  void shouldLeaveToForkedContainersWhatTheNodeHas() throws IOException {
    String port = "--port=NM_RPC=" + freePort();
    assertThat(check("--role=worker", "--slots=1x64", "--memory-mb=4000", port)).isZero();
    long small = PoolFiles.open(dir.resolve("pool")).get(Options.FORK_HEADROOM_MB);
    Files.writeString(dir.resolve("pool/pool.properties"), "hpc-reuse.pool.socket=s\n");
    assertThat(check("--role=worker", "--slots=1x64", "--memory-mb=4100", port)).isZero();
    assertThat(PoolFiles.open(dir.resolve("pool")).get(Options.FORK_HEADROOM_MB))
        .isEqualTo(small + 100);

    assertThat(check("--role=worker", "--slots=1x64", "--memory-mb=4000", port)).isZero();

    assertThat(PoolFiles.open(dir.resolve("pool")).get(Options.FORK_HEADROOM_MB))
        .as("what is set stays")
        .isEqualTo(small + 100);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private int check(String... more) {
    return checkWithHeaps("", more);
  }

  private int checkWithHeaps(String heaps, String... more) {
    List<String> args = new ArrayList<>(List.of("node-check", "--dir=" + dir));
    args.addAll(List.of("--host=127.0.0.1", "--mode=reuse", "--spares=0"));
    args.add("--daemon-heaps=" + heaps);
    args.addAll(List.of(more));
    CommandLine commands = CliMain.commandLine();
    commands.setErr(new PrintWriter(err, true));
    return commands.execute(args.toArray(String[]::new));
  }
}
