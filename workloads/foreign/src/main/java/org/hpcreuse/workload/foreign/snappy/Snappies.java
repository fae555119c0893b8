/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.snappy;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.util.ReflectionUtils;
import org.hpcreuse.workload.foreign.Neighbour;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyLoader;

/** Compresses by the native library of the framework. */
public final class Snappies {
  private Snappies() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("org.xerial.snappy.tempdir", System.getProperty("java.io.tmpdir"));
      System.setProperty("org.xerial.snappy.use.systemlib", "false");
      SnappyLoader.getVersion();
    }
    byte[] packed = Snappy.compress("text text text text".getBytes(StandardCharsets.UTF_8));
    print("packed", packed.length);
    print("text", Snappy.uncompressString(packed));
    print("native", Snappy.getNativeLibraryVersion());
    SnappyCodec codec = ReflectionUtils.newInstance(SnappyCodec.class, new Configuration());
    print("codec", codec.createCompressor().getClass().getSimpleName());
  }
}
