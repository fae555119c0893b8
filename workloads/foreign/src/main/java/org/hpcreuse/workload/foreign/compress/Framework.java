/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.compress;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.NativeCodeLoader;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Compresses by Hadoop's codecs, with a library of its own for one. */
@Brings({"lz4-java", "zstd-jni"})
public final class Framework {
  private Framework() {}

  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    if (Neighbour.spoils(args)) {
      conf.setInt("io.compression.codec.lz4.buffersize", 9);
      CodecPool.returnCompressor(
          CodecPool.getCompressor(new CompressionCodecFactory(conf).getCodecByName("lz4"), conf));
    }
    print("native", NativeCodeLoader.isNativeCodeLoaded());
    for (String name : new String[] {"lz4", "snappy", "gzip", "bzip2", "default"}) {
      CompressionCodec codec =
          new CompressionCodecFactory(new Configuration()).getCodecByName(name);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (OutputStream out = codec.createOutputStream(bytes)) {
        out.write(new byte[10_000]);
      }
      print(name, bytes.size() + " " + codec.getCompressorType().getSimpleName());
    }
  }
}
