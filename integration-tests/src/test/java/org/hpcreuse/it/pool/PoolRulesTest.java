/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.Turnstile;
import org.hpcreuse.it.program.end.Exits;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which container gets which slot, and when. */
class PoolRulesTest {
  private static final int SMALL = 200;
  private static final int LARGE = 300;

  @RegisterExtension
  static final PoolExtension POOL = PoolExtension.with(Mpi.NONE).set(Options.SLOTS, "2x256,1x320");

  private Gate gate;

  @BeforeEach
  void openGate() throws IOException {
    gate = new Gate();
    POOL.awaitAllFree();
  }

  @AfterEach
  void closeGate() throws IOException {
    gate.close();
  }

  private Launched waiting(int heapMb) throws Exception {
    return POOL.launch(container(heapMb));
  }

  private Container container(int heapMb) throws Exception {
    return POOL.container(Turnstile.class).arguments(gate.address()).heapMb(heapMb);
  }

  /** The turn passes over a slot that collects garbage just then. */
  @Test
  void shouldUseAllSlotsOfTheSmallestSizeInTime() throws Exception {
    List<Integer> slots = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      slots.add(POOL.run(POOL.container(Exits.class).arguments("return", "0")).assigned().slot());
      POOL.awaitAllFree();
    }

    assertThat(slots).contains(0, 1).doesNotContain(2);
  }

  @Test
  void shouldGiveTheSmallestSlotThatFits() throws Exception {
    Launched small = waiting(SMALL);
    assertThat(small.assigned().slot()).isIn(0, 1);
    gate.awaitArrival();
    Launched large = waiting(LARGE);
    assertThat(large.assigned().slot()).isEqualTo(2);
    gate.awaitArrival();
    finish(large, small);
  }

  @Test
  void shouldLetASmallContainerUseALargeSlotWhenNothingElseIsFree() throws Exception {
    List<Launched> three = List.of(waiting(SMALL), waiting(SMALL), waiting(SMALL));
    List<Integer> slots = new ArrayList<>();
    for (Launched launched : three) {
      slots.add(launched.assigned().slot());
      gate.awaitArrival();
    }
    assertThat(slots).containsExactlyInAnyOrder(0, 1, 2);
    finish(three.toArray(new Launched[0]));
  }

  @Test
  void shouldServeThoseThatWaitInTheOrderTheyCame() throws Exception {
    Launched running = waiting(LARGE);
    gate.awaitArrival();
    Launched second = waiting(LARGE);
    awaitQueued(1);
    Launched third = waiting(LARGE);
    awaitQueued(2);
    gate.open();
    running.outcome();
    gate.awaitArrival();
    assertThat(second.assigned().slot()).isEqualTo(2);
    assertThat(POOL.slot(2).get("container").asText()).isEqualTo(second.container().id());
    gate.open();
    second.outcome();
    gate.awaitArrival();
    gate.open();

    assertThat(third.outcome().status()).isZero();
  }

  @Test
  void shouldServeABurstInTheOrderItCameAndLeaveOutWhatWasCancelled() throws Exception {
    List<Launched> blocking = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      blocking.add(waiting(SMALL));
      gate.awaitArrival();
    }
    List<Launched> burst = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Container container = POOL.container(Exits.class).arguments("return", "0").heapMb(SMALL);
      burst.add(POOL.launch(container, Waits.JOB));
      awaitQueued(i + 1);
    }
    for (int i = 0; i < burst.size(); i += 10) {
      POOL.signal(burst.get(i).container().id(), ContainerSignal.KILL);
      assertThat(burst.get(i).exited().status()).isEqualTo(137);
    }
    finish(blocking.toArray(new Launched[0]));

    long lease = 0;
    for (int i = 0; i < burst.size(); i++) {
      if (i % 10 != 0) {
        assertThat(burst.get(i).outcome().status()).isZero();
        assertThat(burst.get(i).assigned().lease()).isGreaterThan(lease);
        lease = burst.get(i).assigned().lease();
      }
    }
  }

  @Test
  void shouldDeclineAfterTheHoldWhenNoSlotGetsFree() throws Exception {
    Launched running = waiting(LARGE);
    gate.awaitArrival();

    Message.Declined declined = POOL.launch(container(LARGE), Duration.ofMillis(50)).declined();

    assertThat(declined.reason()).isEqualTo(FallbackReason.POOL_BUSY);
    assertThat(declined.detail()).contains("50 ms", "busy=1", "slots=3");
    finish(running);
  }

  @Test
  void shouldDeclineWhatIsLargerThanEverySlot() throws Exception {
    Message.Declined declined = waiting(5000).declined();

    assertThat(declined.reason()).isEqualTo(FallbackReason.HEAP_TOO_LARGE);
    assertThat(declined.detail()).contains("5000 MiB", "320 MiB");
  }

  @Test
  void shouldDeclineAContainerThatIsInThePoolAlready() throws Exception {
    Container container = container(SMALL);
    Launched running = POOL.launch(container);
    gate.awaitArrival();

    assertThat(POOL.launch(container).declined().reason())
        .isEqualTo(FallbackReason.DUPLICATE_CONTAINER);
    finish(running);
  }

  @Test
  void shouldReplaceARetiredSlotAndLetItsContainerFinish() throws Exception {
    Launched running = waiting(LARGE);
    gate.awaitArrival();
    assertThat(POOL.ask(new Message.Retire(2)).toString()).contains("slot 2", "leaves after ");
    finish(running);

    POOL.awaitAllFree();

    assertThat(POOL.slot(2).get("pid").asLong()).isNotEqualTo(running.assigned().slotPid());
    assertThat(POOL.ask(new Message.Retire(99))).isInstanceOf(Message.Refused.class);
  }

  @Test
  void shouldRefuseACallerWithAWrongSecret() throws Exception {
    try (MessageChannel channel = MessageChannel.connect(POOL.files().socket(), Waits.SOON)) {
      channel.send(new Message.Hello(Message.Role.ADMIN, 1, "00"), Waits.SOON);

      assertThat(channel.receive(Waits.SOON)).isInstanceOf(Message.Refused.class);
    }
  }

  @Test
  void shouldNotTalkBeforeHello() throws Exception {
    try (MessageChannel channel = MessageChannel.connect(POOL.files().socket(), Waits.SOON)) {
      channel.send(new Message.StatusQuery(), Waits.SOON);

      assertThatThrownBy(
              () -> {
                assertThat(channel.receive(Waits.SOON)).isInstanceOf(Message.Refused.class);
                channel.receive(Waits.SOON);
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void shouldKeepItsDirectoriesAndSecretForItsOwner() throws Exception {
    assertThat(mode(POOL.files().socket().getParent())).isEqualTo("rwx------");
    assertThat(mode(POOL.files().dir())).isEqualTo("rwx------");
    assertThat(mode(POOL.files().dir().resolve("secret"))).isEqualTo("rw-------");
  }

  @Test
  void shouldLetAnotherUserOfTheNodeInNowhere() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can be somebody else");
    java.nio.file.Path dir = POOL.files().dir();
    for (String attempt :
        List.of(
            "ls " + POOL.files().socket().getParent(),
            "ls " + POOL.files().socket(),
            "cat " + dir.resolve("secret"),
            "cat " + dir.resolve("pool.properties"),
            "ls " + dir.resolve("logs"))) {
      Process process =
          new ProcessBuilder(
                  "setpriv",
                  "--reuid",
                  "65534",
                  "--regid",
                  "65534",
                  "--clear-groups",
                  "sh",
                  "-c",
                  attempt)
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(attempt).isNotZero();
      assertThat(said).as(attempt).contains("Permission denied");
    }
  }

  private static String mode(java.nio.file.Path path) throws IOException {
    return java.nio.file.attribute.PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path));
  }

  private void awaitQueued(int count) {
    Waits.until(count + " queued containers")
        .untilAsserted(() -> assertThat(POOL.status().at("/pool/queued").asInt()).isEqualTo(count));
  }

  /** Lets all that wait at the gate go on. */
  private void finish(Launched... containers) throws Exception {
    gate.open();
    for (Launched container : containers) {
      assertThat(container.outcome().status()).isZero();
    }
  }
}
