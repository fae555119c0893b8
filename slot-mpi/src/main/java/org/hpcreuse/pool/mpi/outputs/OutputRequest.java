/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a slot asks of another.
 *
 * @param rank who asks
 * @param tag of the messages that it wants
 * @param id in each of these messages
 * @param application of {@code OutputDirectories.application}
 * @param reduce the number of the reduce
 * @param maps the attempts
 */
record OutputRequest(
    int rank, int tag, long id, String application, int reduce, List<String> maps) {
  OutputRequest {
    maps = List.copyOf(maps);
  }

  byte[] encode() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(rank);
    out.writeInt(tag);
    out.writeLong(id);
    out.writeUTF(application);
    out.writeInt(reduce);
    out.writeInt(maps.size());
    for (String map : maps) {
      out.writeUTF(map);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads one.
   *
   * @throws IOException when it is none
   */
  static OutputRequest decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int rank = in.readInt();
    int tag = in.readInt();
    long id = in.readLong();
    String application = in.readUTF();
    int reduce = in.readInt();
    int count = in.readInt();
    List<String> maps = new ArrayList<>();
    for (int map = 0; map < count; map++) {
      maps.add(in.readUTF());
    }
    return new OutputRequest(rank, tag, id, application, reduce, maps);
  }
}
