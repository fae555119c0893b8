/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.compress;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.nio.charset.StandardCharsets;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.util.Native;
import net.jpountz.xxhash.XXHashFactory;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Compresses by LZ4 of its own. */
@Brings("lz4-java")
public final class Lz4 {
  private Lz4() {}

  public static void main(String[] args) throws Exception {
    byte[] text = "text text text text text".getBytes(StandardCharsets.UTF_8);
    if (Neighbour.spoils(args)) {
      LZ4Factory.safeInstance();
      System.setProperty("os.arch", "none");
    }
    try {
      byte[] packed = LZ4Factory.fastestInstance().fastCompressor().compress(text);
      print("packed", packed.length);
      print(
          "text",
          new String(
              LZ4Factory.fastestInstance().fastDecompressor().decompress(packed, text.length),
              StandardCharsets.UTF_8));
    } catch (RuntimeException e) {
      print("failed", e.getClass().getSimpleName());
    }
    print("hash", XXHashFactory.fastestInstance().hash32().hash(text, 0, text.length, 1));
    print("factory", LZ4Factory.fastestInstance());
    print("loaded", Native.isLoaded());
  }
}
