/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.bzip2.Bzip2Factory;
import org.hpcreuse.workload.foreign.Neighbour;

/** Finds codecs by name, one of its own among them. */
public final class Codecs {
  private Codecs() {}

  /** A codec of its own. */
  public static final class Own extends DefaultCodec {
    @Override
    public String getDefaultExtension() {
      return ".own";
    }
  }

  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    if (Neighbour.spoils(args)) {
      conf.set("io.compression.codecs", Own.class.getName());
      CompressionCodec left = new CompressionCodecFactory(conf).getCodec(new Path("a.own"));
      CodecPool.returnCompressor(CodecPool.getCompressor(left));
      Bzip2Factory.setBlockSize(conf, 3);
    }
    CompressionCodecFactory factory = new CompressionCodecFactory(conf);
    print("gz", factory.getCodec(new Path("a.gz")).getClass());
    print("own", factory.getCodec(new Path("a.own")) != null);
    print("named", factory.getCodecClassByName("own"));
    CompressionCodecFactory.setCodecClasses(conf, java.util.List.of(Own.class));
    CompressionCodec own = new CompressionCodecFactory(conf).getCodec(new Path("a.own"));
    print("class", own.getClass() == Own.class);
    print("leased", CodecPool.getLeasedCompressorsCount(own));
    Compressor compressor = CodecPool.getCompressor(own);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (CompressionOutputStream out = own.createOutputStream(bytes, compressor)) {
      out.write(new byte[1000]);
    }
    print("bytes", bytes.size());
    CodecPool.returnCompressor(compressor);
  }
}
