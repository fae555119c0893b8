/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.netty;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import io.netty.handler.codec.compression.Lz4FrameEncoder;
import io.netty.handler.codec.compression.Zstd;
import org.hpcreuse.workload.foreign.Neighbour;

/** Asks which compressions Netty finds without a library. */
public final class NoCodecs {
  private NoCodecs() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("io.netty.jboss.marshalling", "no");
    }
    print("zstd", Zstd.isAvailable());
    try {
      print("lz4", new Lz4FrameEncoder() != null);
    } catch (NoClassDefFoundError e) {
      print("lz4", e.getMessage());
    }
  }
}
