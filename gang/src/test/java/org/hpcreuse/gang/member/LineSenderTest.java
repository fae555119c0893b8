/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.hpcreuse.gang.GangConnection;
import org.hpcreuse.gang.GangMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LineSenderTest {
  private static final byte[] SECRET = {1, 2, 3};
  private static final Duration BOUND = Duration.ofSeconds(10);

  @Test
  void linesGoToTheFileAndToTheMaster() throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<GangConnection> accepted =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return GangConnection.accepted(server.accept(), SECRET, BOUND);
                } catch (java.io.IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      String host = server.getInetAddress().getHostAddress();
      GangConnection rank = GangConnection.to(host, server.getLocalPort(), SECRET, BOUND);
      try {
        LineSender sender =
            new LineSender(new PrintStream(file, true, StandardCharsets.UTF_8), rank, 4, true);
        PrintStream stream = sender.stream();
        try (GangConnection master = accepted.join()) {
          stream.print("a");
          stream.print("b\nc\n");
          stream.println();
          stream.print("rest");
          sender.close();
          assertThat(master.receive(BOUND)).isEqualTo(new GangMessage.Line(4, true, "ab"));
          assertThat(master.receive(BOUND)).isEqualTo(new GangMessage.Line(4, true, "c"));
          assertThat(master.receive(BOUND)).isEqualTo(new GangMessage.Line(4, true, ""));
          assertThat(master.receive(BOUND)).isEqualTo(new GangMessage.Line(4, true, "rest"));
        }
        stream.println("into the file alone");
      } finally {
        rank.close();
      }
    }
    assertThat(file.toString(StandardCharsets.UTF_8))
        .isEqualTo("ab\nc\n\nrestinto the file alone\n");
  }
}
