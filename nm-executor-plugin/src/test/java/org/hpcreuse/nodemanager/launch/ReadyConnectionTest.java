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
class ReadyConnectionTest {
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

  /** The thread that makes connections waits in its queue again, and not for a lock. */
  private static void awaitReady(ScriptedPool pool) {
    awaitCallers(pool, 1);
    await("the maker of connections")
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("hpc-reuse-connection"))
                    .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
  }

  private static void use(MessageChannel channel) throws Exception {
    channel.send(new Message.Signal("c", ContainerSignal.NULL), PoolClient.TIMEOUT);
    assertThat(channel.receive(PoolClient.TIMEOUT)).isEqualTo(new Message.Done());
  }

  @Test
  void shouldGiveOutEachConnectionOnce() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, ReadyConnectionTest::answer);
        ReadyConnection connections = new ReadyConnection(new PoolClient(pool.dir()))) {
      connections.prepare();
      awaitReady(pool);

      try (MessageChannel first = connections.take();
          MessageChannel second = connections.take()) {
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
    try (ScriptedPool pool = new ScriptedPool(dir, ReadyConnectionTest::answer)) {
      PoolClient client = new PoolClient(pool.dir());
      try (ReadyConnection connections = new ReadyConnection(client)) {
        connections.prepare();
        awaitReady(pool);
        client.taken(EXITED);
        connections.prepare();
        awaitReady(pool);

        try (MessageChannel channel = connections.take()) {
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
      PoolClient client = new PoolClient(pool.dir());
      try (ReadyConnection connections = new ReadyConnection(client)) {
        client.taken(EXITED);
        connections.prepare();

        await("a manager that has heard it").until(() -> !client.hasTaken());
        assertThat(pool.heard()).filteredOn(Message.Collected.class::isInstance).hasSize(3);
      }
    }
  }

  @Test
  void shouldNotGiveOutAConnectionWhoseManagerHasGone() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, ReadyConnectionTest::answer);
        ReadyConnection connections = new ReadyConnection(new PoolClient(pool.dir()))) {
      connections.prepare();
      awaitReady(pool);
      pool.hangUpOnAll();
      awaitCallers(pool, 0);

      try (MessageChannel channel = connections.take()) {
        use(channel);
      }
    }
  }

  @Test
  void shouldNotGiveOutAConnectionOfAPoolThatHasBeenSetUpAgain() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, ReadyConnectionTest::answer);
        ReadyConnection connections = new ReadyConnection(new PoolClient(pool.dir()))) {
      connections.prepare();
      awaitReady(pool);
      Files.writeString(
          pool.dir().resolve("pool.properties"),
          "hpc-reuse.slots = 1x256\n",
          StandardOpenOption.APPEND);

      try (MessageChannel channel = connections.take()) {
        use(channel);
        assertThat(pool.accepted()).isEqualTo(2);
        awaitCallers(pool, 1);
      }
    }
  }

  @Test
  void shouldCloseWhatNobodyHasTaken() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, ReadyConnectionTest::answer)) {
      ReadyConnection connections = new ReadyConnection(new PoolClient(pool.dir()));
      connections.prepare();
      awaitReady(pool);

      connections.close();
      connections.prepare();

      awaitCallers(pool, 0);
    }
  }
}
