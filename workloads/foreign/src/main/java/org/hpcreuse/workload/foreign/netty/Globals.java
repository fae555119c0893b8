/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.netty;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.Epoll;
import io.netty.util.AttributeKey;
import io.netty.util.NettyRuntime;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.nio.charset.StandardCharsets;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses what Netty has once in a process. */
public final class Globals {
  private Globals() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("io.netty.allocator.type", "unpooled");
      ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
      InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
      NettyRuntime.setAvailableProcessors(7);
      ChannelOption.valueOf("left");
    }
    print("key", AttributeKey.newInstance("mine").name());
    print("exists", AttributeKey.exists("left"));
    print("option", ChannelOption.exists("left"));
    print("level", ResourceLeakDetector.getLevel());
    print("allocator", ByteBufAllocator.DEFAULT.getClass().getSimpleName());
    print("direct", ByteBufAllocator.DEFAULT.isDirectBufferPooled());
    print("logs", InternalLoggerFactory.getDefaultFactory().getClass().getSimpleName());
    print("processors", NettyRuntime.availableProcessors() == 7);
    print("epoll", Epoll.isAvailable());
    ByteBuf buffer = ByteBufAllocator.DEFAULT.buffer();
    buffer.writeCharSequence("text", StandardCharsets.UTF_8);
    print("buffer", buffer.toString(StandardCharsets.UTF_8));
    buffer.release();
    print("executed", GlobalEventExecutor.INSTANCE.submit(() -> 5).get());
  }
}
