/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.netty;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.compression.Brotli;
import io.netty.handler.codec.compression.Zstd;
import io.netty.handler.codec.compression.ZstdEncoder;
import io.netty.handler.ssl.OpenSsl;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Asks which compressions Netty finds, and brings one of them. */
@Brings("zstd-jni")
public final class Codecs {
  private Codecs() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("io.netty.handler.ssl.noOpenSsl", "true");
    }
    print("zstd", Zstd.isAvailable());
    print("brotli", Brotli.isAvailable());
    print("openssl", OpenSsl.isAvailable());
    EmbeddedChannel channel = new EmbeddedChannel(new ZstdEncoder());
    channel.writeOutbound(Unpooled.wrappedBuffer(new byte[1000]));
    channel.finish();
    ByteBuf out = channel.readOutbound();
    print("written", out.readableBytes() > 0);
    out.release();
  }
}
