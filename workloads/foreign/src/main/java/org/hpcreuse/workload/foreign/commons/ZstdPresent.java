/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.commons;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.apache.commons.compress.compressors.zstandard.ZstdUtils;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Brings the library that Commons Compress looks for. */
@Brings("zstd-jni")
public final class ZstdPresent {
  private ZstdPresent() {}

  public static void main(String[] args) throws CompressorException, IOException {
    if (Neighbour.spoils(args)) {
      ZstdUtils.setCacheZstdAvailablity(true);
    }
    print("available", ZstdUtils.isZstdCompressionAvailable());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CompressorStreamFactory factory = CompressorStreamFactory.getSingleton();
    try (OutputStream out = factory.createCompressorOutputStream("zstd", bytes)) {
      out.write("text".getBytes(StandardCharsets.UTF_8));
    }
    print("size", bytes.size());
    try (InputStream in =
        factory.createCompressorInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      print("text", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
