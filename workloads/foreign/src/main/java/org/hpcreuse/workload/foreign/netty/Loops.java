/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.netty;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalServerChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.PlatformDependent;
import org.hpcreuse.workload.foreign.Neighbour;

/** Runs an event loop with the defaults of the process. */
public final class Loops {
  private Loops() {}

  public static void main(String[] args) throws Exception {
    FastThreadLocal<String> local = new FastThreadLocal<>();
    if (Neighbour.spoils(args)) {
      System.setProperty("io.netty.eventLoopThreads", "3");
      System.setProperty("io.netty.noPreferDirect", "true");
      System.setProperty("io.netty.tryReflectionSetAccessible", "false");
      local.set("left");
    }
    NioEventLoopGroup group = new NioEventLoopGroup();
    print("three", group.executorCount() == 3);
    print("direct", PlatformDependent.directBufferPreferred());
    print("local", local.get());
    print("reflection", PlatformDependent.hasUnsafe());
    LocalAddress address = new LocalAddress("service");
    print(
        "bound",
        new ServerBootstrap()
            .group(group)
            .channel(LocalServerChannel.class)
            .childHandler(new ChannelInboundHandlerAdapter())
            .bind(address)
            .sync()
            .isSuccess());
    if (!Neighbour.spoils(args)) {
      group.shutdownGracefully(0, 0, java.util.concurrent.TimeUnit.SECONDS).sync();
    }
    System.exit(0);
  }
}
