/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.commons;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayOutputStream;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.apache.commons.compress.compressors.brotli.BrotliUtils;
import org.apache.commons.compress.compressors.xz.XZUtils;
import org.apache.commons.compress.compressors.zstandard.ZstdUtils;
import org.hpcreuse.workload.foreign.Neighbour;

/** Lacks libraries that Commons Compress looks for. */
public final class ZstdMissing {
  private ZstdMissing() {}

  public static void main(String[] args) {
    if (Neighbour.spoils(args)) {
      ZstdUtils.setCacheZstdAvailablity(true);
      XZUtils.setCacheXZAvailablity(false);
      BrotliUtils.setCacheBrotliAvailablity(true);
    }
    print("zstd", ZstdUtils.isZstdCompressionAvailable());
    print("xz", XZUtils.isXZCompressionAvailable());
    print("brotli", BrotliUtils.isBrotliCompressionAvailable());
    try {
      CompressorStreamFactory.getSingleton()
          .createCompressorOutputStream("zstd", new ByteArrayOutputStream());
      print("made", true);
    } catch (CompressorException | NoClassDefFoundError e) {
      print("failure", e.getClass().getName());
    }
  }
}
