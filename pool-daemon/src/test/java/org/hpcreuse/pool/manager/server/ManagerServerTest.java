/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.hpcreuse.pool.manager.core.CoreDriver;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ManagerServerTest {
  private static final Duration WAIT = RunningManager.WAIT;

  @TempDir private Path temp;
  private RunningManager manager;

  @BeforeEach
  void start() throws IOException {
    manager = new RunningManager(temp, "1x512");
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    manager.stop();
  }

  private static <T extends Message> T receive(MessageChannel channel, Class<T> type)
      throws IOException, TimeoutException {
    Message message = channel.receive(WAIT);
    assertThat(message).isInstanceOf(type);
    return type.cast(message);
  }

  private static void launch(MessageChannel executor, String id)
      throws IOException, TimeoutException {
    executor.send(new Message.Launch(CoreDriver.spec(id, 256), 10_000), WAIT);
  }

  @Test
  void shouldRefuseAWrongSecret() throws IOException, TimeoutException {
    MessageChannel channel = manager.connect();

    channel.send(new Message.Hello(Message.Role.ADMIN, 1, "00"), WAIT);

    assertThat(receive(channel, Message.Refused.class).reason()).isEqualTo("wrong-secret");
    assertThatThrownBy(() -> channel.receive(WAIT)).isInstanceOf(EOFException.class);
  }

  @Test
  void shouldRefuseWhoDoesNotSayHelloFirst() throws IOException, TimeoutException {
    MessageChannel channel = manager.connect();

    channel.send(new Message.StatusQuery(), WAIT);

    assertThat(receive(channel, Message.Refused.class).reason()).isEqualTo("no-hello");
    assertThatThrownBy(() -> channel.receive(WAIT)).isInstanceOf(EOFException.class);
  }

  @Test
  void shouldCloseASilentCaller() throws IOException, TimeoutException {
    MessageChannel silent = manager.connect();

    assertThatThrownBy(() -> silent.receive(Duration.ofMillis(2 * Connections.HELLO_MS)))
        .isInstanceOf(EOFException.class);
  }

  @Test
  void shouldCloseOnlyTheConnectionThatSendsRubbish() throws IOException, TimeoutException {
    MessageChannel admin = manager.admin();
    try (SocketChannel rubbish = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      rubbish.connect(UnixDomainSocketAddress.of(manager.socket()));
      rubbish.write(ByteBuffer.wrap("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
      assertThat(rubbish.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    admin.send(new Message.StatusQuery(), WAIT);

    assertThat(receive(admin, Message.Text.class).text()).contains("\"slots\"");
  }

  @Test
  void shouldTakeNothingLargeBeforeHello() throws IOException, TimeoutException {
    MessageChannel stranger = manager.connect();
    MessageChannel known = manager.admin();
    Message large = new Message.Text("x".repeat(10_000));

    stranger.send(large, WAIT);
    known.send(large, WAIT);

    assertThatThrownBy(() -> stranger.receive(WAIT)).isInstanceOf(IOException.class);
    assertThat(receive(known, Message.Refused.class).reason()).contains("Text is not for ADMIN");
    assertThat(refused()).isEqualTo(Map.of("malformed", 1, "not-for-role", 1));
  }

  /** It asks whether the loop turns while it waits, and the answer may come too late. */
  @Test
  void shouldHearAnExecutorOutThatHearsNoAnswer() throws Exception {
    MessageChannel slot = manager.slot(0, 512);
    MessageChannel executor = manager.executor();
    launch(executor, "a");
    long lease = receive(executor, Message.Assigned.class).lease();
    receive(slot, Message.Run.class);
    slot.send(new Message.Running(lease, 1), WAIT);
    slot.send(new Message.Exited("a", lease, 0, "", 1, 2), WAIT);
    receive(executor, Message.Exited.class);

    try (SocketChannel deaf = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      deaf.connect(UnixDomainSocketAddress.of(manager.socket()));
      deaf.write(
          Frames.encode(new Message.Hello(Message.Role.EXECUTOR, 1, manager.files.readSecret())));
      assertThat(deaf.read(ByteBuffer.allocate(1_000))).isPositive();
      deaf.shutdownInput();
      ByteBuffer ping = Frames.encode(new Message.Ping());
      ByteBuffer collected = Frames.encode(new Message.Collected("a", lease));
      deaf.write(
          ByteBuffer.allocate(ping.remaining() + collected.remaining())
              .put(ping)
              .put(collected)
              .flip());

      MessageChannel admin = manager.admin();
      Awaitility.await("the status to be collected")
          .atMost(WAIT)
          .until(() -> uncollected(admin) == 0);
    }
  }

  private static int uncollected(MessageChannel admin) throws IOException, TimeoutException {
    admin.send(new Message.StatusQuery(), WAIT);
    String status = receive(admin, Message.Text.class).text();
    return new ObjectMapper().readTree(status).at("/pool/uncollected").asInt();
  }

  @Test
  void shouldTellAMessageThatWasCutOffFromACallerThatLeaves() throws IOException, TimeoutException {
    byte[] half = Arrays.copyOf(Frames.encode(new Message.StatusQuery()).array(), 6);
    for (byte[] last : List.of(new byte[0], half)) {
      try (SocketChannel caller = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        caller.connect(UnixDomainSocketAddress.of(manager.socket()));
        Message hello = new Message.Hello(Message.Role.ADMIN, 1, manager.files.readSecret());
        caller.write(Frames.encode(hello));
        caller.write(ByteBuffer.wrap(last));
        caller.shutdownOutput();
        ByteBuffer welcome = ByteBuffer.allocate(100);
        while (caller.read(welcome) >= 0) {
          welcome.clear();
        }
      }
    }

    assertThat(refused()).isEqualTo(Map.of("cut-off", 1));
  }

  @Test
  void shouldSendAwayAProcessThatIsNotTheOneOfItsNumber() throws IOException, TimeoutException {
    long other = manager.process(0).pid() + 1;
    MessageChannel thief = manager.connect(Message.Role.SLOT, other);

    thief.send(new Message.SlotHello(0, 512, "", "process.log", ""), WAIT);

    assertThat(receive(thief, Message.Leave.class).reason())
        .contains("process 0 is STARTING, pid " + manager.process(0).pid());
    assertThat(refused()).isEqualTo(Map.of("no-process", 1));
    launch(manager.executor(), "a");
    receive(manager.slot(0, 512), Message.Run.class);
  }

  private Map<String, Integer> refused() throws IOException, TimeoutException {
    MessageChannel admin = manager.admin();
    admin.send(new Message.StatusQuery(), WAIT);
    JsonNode status = new ObjectMapper().readTree(receive(admin, Message.Text.class).text());
    Map<String, Integer> refused = new HashMap<>();
    status
        .get("refused")
        .fields()
        .forEachRemaining(entry -> refused.put(entry.getKey(), entry.getValue().asInt()));
    return refused;
  }

  @Test
  void shouldServeOthersWhileACallerHasSentHalfAMessage() throws IOException, TimeoutException {
    try (SocketChannel half = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      half.connect(UnixDomainSocketAddress.of(manager.socket()));
      half.write(ByteBuffer.wrap(new byte[] {'H', 'P'}));
      MessageChannel admin = manager.admin();

      admin.send(new Message.StatusQuery(), WAIT);

      receive(admin, Message.Text.class);
    }
  }

  @Test
  void shouldCutOffACallerThatNeverReads() throws IOException, TimeoutException {
    MessageChannel greedy = manager.admin();

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                greedy.send(new Message.StatusQuery(), WAIT);
              }
            })
        .isInstanceOf(IOException.class);

    MessageChannel admin = manager.admin();
    admin.send(new Message.StatusQuery(), WAIT);
    receive(admin, Message.Text.class);
  }

  @Test
  void shouldRunAContainerFromLaunchToCollected() throws IOException, TimeoutException {
    MessageChannel slot = manager.slot(0, 512);
    MessageChannel executor = manager.executor();

    launch(executor, "a");
    Message.Assigned assigned = receive(executor, Message.Assigned.class);
    ProcessIdentity process = ProcessIdentity.of(manager.process(0).pid()).orElseThrow();
    assertThat(new ProcessIdentity(assigned.slotPid(), assigned.slotStart())).isEqualTo(process);
    Message.Run run = receive(slot, Message.Run.class);
    assertThat(run.spec()).isEqualTo(CoreDriver.spec("a", 256));
    slot.send(new Message.Running(run.lease(), 5), WAIT);
    slot.send(new Message.Exited("a", run.lease(), 4, "why", 5, 6), WAIT);
    assertThat(receive(executor, Message.Exited.class).status()).isEqualTo(4);
    executor.send(new Message.Collected("a", run.lease()), WAIT);
    slot.send(new Message.Released(run.lease(), "", 10, 0), WAIT);

    launch(executor, "b");
    assertThat(receive(executor, Message.Assigned.class).lease()).isGreaterThan(run.lease());
  }

  @Test
  void shouldHandARunningContainerToAnExecutorThatReattaches()
      throws IOException, TimeoutException {
    MessageChannel slot = manager.slot(0, 512);
    MessageChannel first = manager.executor();
    launch(first, "a");
    receive(first, Message.Assigned.class);
    Message.Run run = receive(slot, Message.Run.class);
    first.close();

    MessageChannel second = manager.executor();
    second.send(new Message.Reattach("a"), WAIT);
    assertThat(receive(second, Message.Assigned.class).lease()).isEqualTo(run.lease());
    slot.send(new Message.Exited("a", run.lease(), 0, "", 5, 6), WAIT);

    assertThat(receive(second, Message.Exited.class).lease()).isEqualTo(run.lease());
  }

  @Test
  void shouldEndTheSlotProcessBeforeItReportsAnUnkillableContainer()
      throws IOException, TimeoutException {
    MessageChannel slot = manager.slot(0, 512);
    MessageChannel executor = manager.executor();
    launch(executor, "a");
    receive(executor, Message.Assigned.class);
    receive(slot, Message.Run.class);

    MessageChannel killer = manager.executor();
    killer.send(new Message.Signal("a", ContainerSignal.KILL), WAIT);
    receive(killer, Message.Done.class);
    assertThat(receive(slot, Message.SignalLease.class).signal()).isEqualTo(ContainerSignal.KILL);

    assertThat(receive(executor, Message.Exited.class).status()).isEqualTo(137);
    assertThat(
            ProcessIdentity.of(manager.process(0).pid()).map(ProcessIdentity::isGone).orElse(true))
        .isTrue();
  }

  @Test
  void shouldReplaceASlotWhoseProcessDies()
      throws IOException, TimeoutException, InterruptedException {
    MessageChannel slot = manager.slot(0, 512);
    MessageChannel executor = manager.executor();
    launch(executor, "a");
    receive(executor, Message.Assigned.class);
    receive(slot, Message.Run.class);

    manager.process(0).destroyForcibly().waitFor(WAIT.toMillis(), TimeUnit.MILLISECONDS);

    assertThat(receive(executor, Message.Exited.class).diagnostics()).contains("slot JVM died");
    launch(executor, "b");
    manager.slot(1, 512);
    assertThat(receive(executor, Message.Assigned.class).slotPid())
        .isEqualTo(manager.process(1).pid());
  }

  @Test
  void shouldLeaveNothingBehindWhenShutDown()
      throws IOException, TimeoutException, InterruptedException {
    manager.slot(0, 512);
    MessageChannel admin = manager.admin();

    admin.send(new Message.Shutdown(200), WAIT);

    receive(admin, Message.Done.class);
    assertThat(manager.isOver()).isTrue();
    assertThat(manager.process(0).isAlive()).isFalse();
  }

  @Test
  void shouldRemoveWhatASlotThatWasKilledHasLeftInTmp() throws Exception {
    Process slot = manager.process(0);
    Path attached = Files.createFile(Path.of("/tmp/.java_pid" + slot.pid()));
    try {
      slot.destroyForcibly().waitFor(WAIT.toMillis(), TimeUnit.MILLISECONDS);

      Awaitility.await("removal of " + attached).atMost(WAIT).until(() -> !Files.exists(attached));
    } finally {
      Files.deleteIfExists(attached);
    }
  }

  @Test
  void shouldNotTakeTheSocketOfALivingManager() {
    assertThatThrownBy(() -> SocketFile.listen(manager.socket()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another pool manager listens on");
  }

  @Test
  void shouldTakeTheSocketOfADeadManager() throws IOException {
    Path stale = manager.socket().resolveSibling("stale");
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(stale));
    }
    assertThat(stale).exists();

    SocketFile.listen(stale).close();

    Files.delete(stale);
  }

  @Test
  void shouldNotListenInADirectoryThatIsOpenToOthers() throws IOException {
    Path open = RunningManager.openDirectory(manager.socket().resolveSibling("open"));
    try {
      assertThatThrownBy(() -> SocketFile.listen(open.resolve("pool")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("rwxr-xr-x");
    } finally {
      Files.delete(open);
    }
  }
}
