/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.zlib.BuiltInZlibDeflater;

/** Gives a compressor of a user class back to Hadoop's pool. */
public final class PoolsCodec implements Callable<Object> {
  @Override
  public Object call() {
    DefaultCodec codec =
        new DefaultCodec() {
          @Override
          public Compressor createCompressor() {
            return new UserCompressor();
          }

          @Override
          public Class<? extends Compressor> getCompressorType() {
            return UserCompressor.class;
          }
        };
    codec.setConf(new Configuration(false));
    CodecPool.returnCompressor(CodecPool.getCompressor(codec));
    return "pooled";
  }

  private static final class UserCompressor extends BuiltInZlibDeflater {}
}
