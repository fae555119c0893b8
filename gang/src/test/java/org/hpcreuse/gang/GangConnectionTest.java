/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GangConnectionTest {
  private static final byte[] SECRET = "the gang's secret".getBytes(StandardCharsets.UTF_8);
  private static final Duration BOUND = Duration.ofSeconds(10);

  /** Version and random number. */
  private static final int HELLO_BYTES = 4 + 32;

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private CompletableFuture<GangConnection> accept(byte[] secret) {
    return accept(secret, BOUND);
  }

  private CompletableFuture<GangConnection> accept(byte[] secret, Duration bound) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return GangConnection.accepted(server.accept(), secret, bound);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private GangConnection call(byte[] secret) throws IOException {
    String host = server.getInetAddress().getHostAddress();
    return GangConnection.to(host, server.getLocalPort(), secret, BOUND);
  }

  @Test
  void messagesArriveAsTheyWereSent() throws Exception {
    List<GangMessage> all =
        List.of(
            new GangMessage.Here("container_1", "job", 3, "host", 77),
            new GangMessage.Start(List.of(3, 1), -5, 100, "Main", List.of("", "a b")),
            new GangMessage.Joined(),
            new GangMessage.Go(),
            new GangMessage.NotJoined("why"),
            new GangMessage.Line(2, true, "Grüße"),
            new GangMessage.Done(),
            new GangMessage.GiveUp("why"),
            new GangMessage.Watch(),
            new GangMessage.Cancel("why"),
            new GangMessage.Note("text"),
            new GangMessage.Finished(137, ""),
            new GangMessage.Yielded(true, "why"));
    CompletableFuture<GangConnection> accepted = accept(SECRET);
    GangConnection caller = call(SECRET);
    try (GangConnection listener = accepted.join()) {
      for (GangMessage message : all) {
        caller.send(message);
        assertThat(listener.receive(BOUND)).isEqualTo(message);
        listener.send(message);
        assertThat(caller.receive(BOUND)).isEqualTo(message);
      }
      caller.close();
      assertThatThrownBy(() -> listener.receive(BOUND)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void neitherEndTalksToOneThatDoesNotKnowTheSecret() {
    CompletableFuture<GangConnection> accepted = accept(SECRET);
    assertThatThrownBy(() -> call("another".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("does not know the gang's secret");
    assertThatThrownBy(accepted::join).hasMessageContaining("does not know the gang's secret");
  }

  @Test
  void aCallerThatLosesItsPlaceComesAgain() throws Exception {
    CompletableFuture<GangConnection> accepted =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                server.accept().close();
                try (Socket second = server.accept()) {
                  second.getInputStream().readNBytes(HELLO_BYTES);
                }
                return GangConnection.accepted(server.accept(), SECRET, BOUND);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    try (GangConnection caller = call(SECRET);
        GangConnection listener = accepted.join()) {
      caller.send(new GangMessage.Joined());
      assertThat(listener.receive(BOUND)).isEqualTo(new GangMessage.Joined());
    }
  }

  @Test
  void aCallerThatLosesItsPlaceAgainAndAgainSaysSo() throws Exception {
    CompletableFuture<Void> hangingUp =
        CompletableFuture.runAsync(
            () -> {
              try {
                while (true) {
                  server.accept().close();
                }
              } catch (IOException e) {
                // the test is over
              }
            });
    String host = server.getInetAddress().getHostAddress();
    int port = server.getLocalPort();
    assertThatThrownBy(() -> GangConnection.to(host, port, SECRET, Duration.ofSeconds(1)))
        .hasMessageContaining("hung up within the handshake")
        .hasMessageContaining("times within 1000 ms");
    assertThat(hangingUp).isNotDone();
  }

  /** An answer that is sent back to its author proves nothing. */
  @Test
  void anEchoIsNoProof() throws Exception {
    CompletableFuture<GangConnection> accepted = accept(SECRET);
    try (Socket echo = new Socket(server.getInetAddress(), server.getLocalPort())) {
      echo.getInputStream().transferTo(echo.getOutputStream());
    }
    assertThatThrownBy(accepted::join).hasMessageContaining("does not know the gang's secret");
  }

  @Test
  void aSilentCallerIsSentAwayInTime() throws Exception {
    try (Socket silent = new Socket(server.getInetAddress(), server.getLocalPort())) {
      assertThatThrownBy(
              () -> GangConnection.accepted(server.accept(), SECRET, Duration.ofMillis(100)))
          .isInstanceOf(IOException.class);
      assertThat(silent.getInputStream().readNBytes(37)).hasSize(4 + 32);
    }
  }

  /** Each byte comes in time, and the last one not. */
  @Test
  void aCallerThatTricklesIsSentAwayInTime() throws Exception {
    CompletableFuture<GangConnection> accepted = accept(SECRET, Duration.ofMillis(300));
    try (Socket slow = new Socket(server.getInetAddress(), server.getLocalPort())) {
      int sent = 0;
      while (!accepted.isDone() && sent < HELLO_BYTES - 1) {
        slow.getOutputStream().write(sent == 3 ? 1 : 0);
        sent++;
        await(accepted);
      }
      assertThat(accepted).isDone();
      assertThatThrownBy(accepted::join).hasMessageContaining("handshake");
    }
  }

  /** A pause between two bytes, which the end of the handshake ends early. */
  private static void await(CompletableFuture<GangConnection> accepted) throws Exception {
    try {
      accepted.get(100, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // the next byte, or none
    }
  }

  @Test
  void anEndOfAnotherVersionIsNamed() throws Exception {
    CompletableFuture<GangConnection> accepted = accept(SECRET);
    try (Socket older = new Socket(server.getInetAddress(), server.getLocalPort())) {
      older.getOutputStream().write(new byte[4 + 32]);
      assertThatThrownBy(accepted::join)
          .hasMessageContaining("of another version: its protocol is 0, this one's is 1");
    }
  }
}
