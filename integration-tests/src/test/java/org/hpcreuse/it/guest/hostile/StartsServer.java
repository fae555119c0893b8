/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.hostile;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.ipc.ProtocolSignature;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.VersionedProtocol;

/** Leaves an RPC server of Hadoop running, and a client that has called it. */
public final class StartsServer {
  private StartsServer() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {

    Configuration conf = new Configuration();
    RPC.Server server =
        new RPC.Builder(conf)
            .setProtocol(Ping.class)
            .setInstance(new Pong())
            .setBindAddress("127.0.0.1")
            .setPort(0)
            .build();
    server.start();
    InetSocketAddress address = server.getListenerAddress();
    Ping ping = RPC.getProxy(Ping.class, 1L, address, conf);
    ping.getProtocolVersion(Ping.class.getName(), 1L);
    Ending.now(args);
  }

  /** Calls nothing. */
  @ProtocolInfo(protocolName = "left.behind", protocolVersion = 1)
  public interface Ping extends VersionedProtocol {}

  /** Answers. */
  public static final class Pong implements Ping {
    @Override
    public long getProtocolVersion(String protocol, long clientVersion) {
      return 1;
    }

    @Override
    public ProtocolSignature getProtocolSignature(String protocol, long version, int methods) {
      return new ProtocolSignature(1, null);
    }
  }
}
