/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.zk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.BinaryOutputArchive;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.hpcreuse.workload.foreign.Neighbour;

/** Reads records by ZooKeeper's archives with the limit of the process. */
public final class Buffers {
  private Buffers() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("jute.maxbuffer", "100");
      System.setProperty("zookeeper.sasl.client", "false");
      System.setProperty("zookeeper.request.timeout", "77");
    }
    print("max", BinaryInputArchive.maxBuffer);
    print("sasl", new ZKClientConfig().isSaslClientEnabled());
    print("timeout", new ZKClientConfig().getProperty("zookeeper.request.timeout"));
    print("jute", new ZKConfig().getProperty(ZKConfig.JUTE_MAXBUFFER));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryOutputArchive.getArchive(bytes).writeBuffer(new byte[2000], "b");
    try {
      byte[] read =
          BinaryInputArchive.getArchive(new ByteArrayInputStream(bytes.toByteArray()))
              .readBuffer("b");
      print("read", read.length);
    } catch (IOException e) {
      print("failed", e.getMessage());
    }
  }
}
