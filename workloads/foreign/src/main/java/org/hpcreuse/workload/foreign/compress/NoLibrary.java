/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.compress;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.hpcreuse.workload.foreign.Neighbour;

/** Compresses by a codec of Hadoop that lacks its library. */
public final class NoLibrary {
  private NoLibrary() {}

  public static void main(String[] args) throws Exception {
    Lz4Codec codec = new Lz4Codec();
    codec.setConf(new Configuration());
    if (Neighbour.spoils(args)) {
      System.setProperty("io.compression.left", "behind");
    }
    try (OutputStream out = codec.createOutputStream(new ByteArrayOutputStream())) {
      out.write(1);
      print("made", true);
    } catch (RuntimeException | LinkageError e) {
      print("failed", e.getClass().getSimpleName() + " " + e.getMessage());
    }
  }
}
