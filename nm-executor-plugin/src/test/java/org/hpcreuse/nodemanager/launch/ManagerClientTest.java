/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.hpcreuse.nodemanager.launch.ScriptedPool.Caller;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ManagerClientTest {
  @TempDir private Path dir;

  private static final Message.Exited EXITED = new Message.Exited("c", 7, 0, "", 10, 20);

  private static void answer(Caller caller, Message message) {
    if (message instanceof Message.Signal) {
      caller.say(new Message.Done());
    } else if (message instanceof Message.Ping) {
      caller.say(new Message.Pong());
    }
  }

  private static void awaitCallers(ScriptedPool pool, int count) {
    await("callers of the pool").until(() -> pool.callers() == count);
  }

  /** The thread that makes client waits in its queue again, and not for a lock. */
  private static void awaitReady(ScriptedPool pool) {
    awaitCallers(pool, 1);
    await("the maker of client")
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("hpc-reuse-connection"))
                    .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
  }

  private static void use(MessageChannel channel) throws Exception {
    channel.send(new Message.Signal("c", ContainerSignal.NULL), ManagerClient.TIMEOUT);
    assertThat(channel.receive(ManagerClient.TIMEOUT)).isEqualTo(new Message.Done());
  }

  @Test
  void shouldGiveOutEachConnectionOnce() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, ManagerClientTest::answer);
        ManagerClient client = new ManagerClient(pool.dir())) {
      client.prepare();
      awaitReady(pool);

      try (MessageChannel first = client.take();
          MessageChannel second = client.take()) {
        assertThat(first).isNotSameAs(second);
        assertThat(first.welcome()).isEqualTo(new Message.Welcome(1024));
        use(first);
        use(second);
        assertThat(pool.callers()).isEqualTo(2);
      }
      awaitCallers(pool, 0);
    }
  }

  @Test
  void shouldTellTheManagerWhatHasBeenTakenBeforeTheConnectionServesALaunch() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, ManagerClientTest::answer)) {
      try (ManagerClient client = new ManagerClient(pool.dir())) {
        client.prepare();
        awaitReady(pool);
        client.taken(EXITED);
        client.prepare();
        awaitReady(pool);

        try (MessageChannel channel = client.take()) {
          use(channel);
        }

        assertThat(pool.heard())
            .startsWith(new Message.Collected("c", 7), new Message.Ping())
            .hasSize(3);
        assertThat(pool.accepted()).isEqualTo(1);
      }
    }
  }

  @Test
  void shouldTellTheNextManagerWhatTheLastOneMayNotHaveHeard() throws Exception {
    Set<Caller> died = ConcurrentHashMap.newKeySet();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Collected && died.size() < 2) {
            died.add(caller);
            caller.hangUp();
          } else if (!died.contains(caller)) {
            answer(caller, message);
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      try (ManagerClient client = new ManagerClient(pool.dir())) {
        client.taken(EXITED);
        client.prepare();

        await("a manager that has heard it").until(() -> !client.hasTaken());
        assertThat(pool.heard()).filteredOn(Message.Collected.class::isInstance).hasSize(3);
      }
    }
  }

  @Test
  void shouldNotGiveOutAConnectionWhoseManagerHasGone() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, ManagerClientTest::answer);
        ManagerClient client = new ManagerClient(pool.dir())) {
      client.prepare();
      awaitReady(pool);
      pool.hangUpOnAll();
      awaitCallers(pool, 0);

      try (MessageChannel channel = client.take()) {
        use(channel);
      }
    }
  }

  @Test
  void shouldNotGiveOutAConnectionOfAPoolThatHasBeenSetUpAgain() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, ManagerClientTest::answer);
        ManagerClient client = new ManagerClient(pool.dir())) {
      client.prepare();
      awaitReady(pool);
      Files.writeString(
          pool.dir().resolve("pool.properties"),
          "hpc-reuse.slots = 1x256\n",
          StandardOpenOption.APPEND);

      try (MessageChannel channel = client.take()) {
        use(channel);
        assertThat(pool.accepted()).isEqualTo(2);
        awaitCallers(pool, 1);
      }
    }
  }

  @Test
  void shouldCloseWhatNobodyHasTaken() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, ManagerClientTest::answer)) {
      ManagerClient client = new ManagerClient(pool.dir());
      client.prepare();
      awaitReady(pool);

      client.close();
      client.prepare();

      awaitCallers(pool, 0);
    }
  }
}
