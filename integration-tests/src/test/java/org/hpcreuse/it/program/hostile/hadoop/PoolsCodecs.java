/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.DefaultCodec;

/** Leaves compressors of its own in the pool that tasks share. */
public final class PoolsCodecs {
  private PoolsCodecs() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Configuration conf = new Configuration();
    CompressionCodecFactory.setCodecClasses(conf, java.util.List.of(Own.class));
    Own codec = new Own();
    codec.setConf(conf);
    Compressor compressor = CodecPool.getCompressor(codec);
    CodecPool.returnCompressor(compressor);
    CodecPool.returnDecompressor(CodecPool.getDecompressor(codec));
  }

  /** A codec of its own. */
  public static final class Own extends DefaultCodec {}
}
