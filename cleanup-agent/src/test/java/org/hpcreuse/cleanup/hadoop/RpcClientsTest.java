/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.ClientCache;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RpcClientsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  /** The cache is no concurrent map, and a container's threads use it until they end. */
  @Test
  @Timeout(60)
  void shouldStopEveryClientWhileAThreadAsksForMore() throws Exception {
    ReleaseChain clientsOnly = ReleaseChain.of(new RpcClients());
    ClientCache cache =
        (ClientCache) ReflectiveAccess.ofClass(ProtobufRpcEngine2.class).get("CLIENTS");
    List<Client> clients = new ArrayList<>();
    AtomicInteger asked = new AtomicInteger();
    AtomicBoolean over = new AtomicBoolean();
    Thread asking =
        new Thread(
            () -> {
              while (!over.get()) {
                clients.add(cache.getClient(new Configuration(false), new OwnSockets()));
                asked.incrementAndGet();
              }
            },
            "asking");
    asking.start();
    try {
      while (asked.get() < ENOUGH && asking.isAlive()) {
        slot.run(clientsOnly);
      }
    } finally {
      over.set(true);
      asking.join();
    }
    slot.run(clientsOnly);

    assertThat(clients).hasSizeGreaterThanOrEqualTo(ENOUGH).noneMatch(RpcClientsTest::isRunning);
  }

  private static final int ENOUGH = 500;

  private static boolean isRunning(Client client) {
    try {
      return ReflectiveAccess.of(client).get("running", AtomicBoolean.class).get();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Each is a client of its own. */
  private static final class OwnSockets extends SocketFactory {
    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw new IOException("not to be connected");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      return createSocket("", port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
        throws IOException {
      return createSocket("", port);
    }
  }
}
