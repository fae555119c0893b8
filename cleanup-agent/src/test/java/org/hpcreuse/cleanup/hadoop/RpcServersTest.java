/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.ipc.VersionedProtocol;
import org.apache.hadoop.ipc.WritableRpcEngine;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("deprecation") // the engine that needs no generated code
class RpcServersTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldEndTheServersThreadsWhenReleased() throws Exception {
    slot.inContainer(RpcServersTest::startServer);
    slot.release();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("IPC Server"));
  }

  @Test
  void shouldEndAServerThatIsStartedWhileThreadsEnd() throws Exception {
    slot.inContainer(
        () -> {
          Thread late = new Thread(RpcServersTest::startServerWhenInterrupted, "late");
          late.start();
          return late;
        });
    slot.release();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("IPC Server") || name.equals("late"));
  }

  private static void startServerWhenInterrupted() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      try {
        startServer();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  private static Server startServer() throws IOException {
    Configuration conf = new Configuration();
    RPC.setProtocolEngine(conf, Echo.class, WritableRpcEngine.class);
    Server server =
        new RPC.Builder(conf)
            .setProtocol(Echo.class)
            .setInstance(new Echoes())
            .setBindAddress("127.0.0.1")
            .setPort(0)
            .setNumHandlers(1)
            .build();
    server.start();
    return server;
  }

  /** What the server answers; nobody asks. */
  public interface Echo extends VersionedProtocol {
    long versionID = 1;
  }

  private static final class Echoes implements Echo {
    @Override
    public long getProtocolVersion(String protocol, long clientVersion) {
      return versionID;
    }

    @Override
    public org.apache.hadoop.ipc.ProtocolSignature getProtocolSignature(
        String protocol, long clientVersion, int clientMethodsHash) throws IOException {
      return org.apache.hadoop.ipc.ProtocolSignature.getProtocolSignature(
          this, protocol, clientVersion, clientMethodsHash);
    }
  }
}
