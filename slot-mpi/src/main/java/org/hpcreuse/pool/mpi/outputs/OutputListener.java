/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Where a slot can be asked.
 *
 * @param rank in the MPI job
 * @param port of TCP
 * @param addresses of its node, without loopback
 */
record OutputListener(int rank, int port, List<InetAddress> addresses) {
  /** Of each rank in the exchange. */
  private static final int RECORD_BYTES = 512;

  OutputListener {
    addresses = List.copyOf(addresses);
  }

  /**
   * The address by which a node is known, with the slot's port.
   *
   * @param names what the node's name stands for
   * @return nothing when it is another node's
   */
  Optional<InetSocketAddress> at(List<InetAddress> names) {
    return names.stream()
        .filter(addresses::contains)
        .findFirst()
        .map(address -> new InetSocketAddress(address, port));
  }

  /** The addresses of this node, without loopback and those that hold on one link only. */
  static List<InetAddress> ownAddresses() throws IOException {
    List<InetAddress> addresses = new ArrayList<>();
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(each.getInetAddresses())) {
        if (!address.isLoopbackAddress() && !address.isLinkLocalAddress()) {
          addresses.add(address);
        }
      }
    }
    return addresses;
  }

  /**
   * Tells all ranks where each can be asked; collective.
   *
   * @return of all ranks, in their order
   */
  static List<OutputListener> exchange(Intracomm all, OutputListener own)
      throws MPIException, IOException {
    ByteBuffer mine = MPI.newByteBuffer(RECORD_BYTES);
    own.write(mine);
    ByteBuffer everyone = MPI.newByteBuffer(RECORD_BYTES * all.getSize());
    all.allGather(mine, RECORD_BYTES, MPI.BYTE, everyone, RECORD_BYTES, MPI.BYTE);
    List<OutputListener> listeners = new ArrayList<>();
    for (int rank = 0; rank < all.getSize(); rank++) {
      listeners.add(read(rank, everyone.position(rank * RECORD_BYTES)));
    }
    return listeners;
  }

  private void write(ByteBuffer record) {
    record.clear().putInt(port);
    for (InetAddress address : addresses) {
      byte[] bytes = address.getAddress();
      if (record.remaining() > bytes.length + 1) {
        record.put((byte) bytes.length).put(bytes);
      }
    }
    record.put((byte) 0);
  }

  private static OutputListener read(int rank, ByteBuffer record) throws IOException {
    int port = record.getInt();
    List<InetAddress> addresses = new ArrayList<>();
    for (int length = record.get(); length > 0; length = record.get()) {
      byte[] bytes = new byte[length];
      record.get(bytes);
      addresses.add(InetAddress.getByAddress(bytes));
    }
    return new OutputListener(rank, port, addresses);
  }
}
