/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.ipc.VersionedProtocol;
import org.apache.hadoop.ipc.WritableRpcEngine;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("deprecation") // the engine that needs no generated code
class RpcServersTest {
  /** Shorter than what the responder would ever need. */
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldNotEndTheServersThreadsWhenLeftOut() throws Exception {
    slot.inContainer(RpcServersTest::startServer);
    ReleaseChain chain = ReleaseChain.standard().without(RpcServers.class);
    Optional<String> retire = chain.run(slot.release(false, LIMIT_NANOS)).retireReason();
    assertThat(retire).hasValueSatisfying(reason -> assertThat(reason).contains("IPC Server"));
  }

  @Test
  void shouldEndTheServersThreadsWhenReleased() throws Exception {
    slot.inContainer(RpcServersTest::startServer);
    slot.release();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("IPC Server"));
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
