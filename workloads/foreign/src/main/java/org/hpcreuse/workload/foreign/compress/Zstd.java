/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.compress;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.github.luben.zstd.util.Native;
import java.nio.charset.StandardCharsets;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Compresses by the native zstd of its own. */
@Brings("zstd-jni")
public final class Zstd {
  private Zstd() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("ZstdNativePath", "/nowhere");
    }
    byte[] text = "text text text text text".getBytes(StandardCharsets.UTF_8);
    try {
      byte[] packed = com.github.luben.zstd.Zstd.compress(text);
      print("packed", packed.length);
      print(
          "text",
          new String(
              com.github.luben.zstd.Zstd.decompress(packed, text.length), StandardCharsets.UTF_8));
    } catch (UnsatisfiedLinkError e) {
      print("failed", e.getClass().getSimpleName());
    }
    print("loaded", Native.isLoaded());
  }
}
