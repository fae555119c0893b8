/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import org.hpcreuse.pool.mpi.calls.CallBuffer.Use;
import org.hpcreuse.pool.mpi.calls.Collectives.Part;

/**
 * Calls in which all ranks take part and that combine data. Arguments are those of the methods of
 * {@link Comm} and {@link Intracomm} that call these; without a send buffer it is a call in place.
 */
public final class Reductions {
  private Reductions() {}

  public static void reduce(
      Comm comm, Object sendBuf, Object recvBuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    boolean isRoot = BufferParts.isRoot(comm, root);
    if (Bindings.isOwn(op)) {
      ownReduce(comm, sendBuf, recvBuf, new OwnOperation(op, count, type), root);
      return;
    }
    Collectives.run(
        Part.read(sendBuf, count, type),
        Collectives.atRoot(isRoot, Part.write(recvBuf, count, type)),
        (from, to) -> comm.iReduce(from.memory(), to.memory(), count, type, op, root));
  }

  public static void reduce(Comm comm, Object buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      ownReduce(comm, buf, buf, new OwnOperation(op, count, type), root);
      return;
    }
    Use use = BufferParts.isRoot(comm, root) ? Use.UPDATE : Use.READ;
    Collectives.run(buf, count, type, use, b -> comm.iReduce(b.memory(), count, type, op, root));
  }

  public static void allReduce(
      Comm comm, Object sendBuf, Object recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      combineAll(comm, sendBuf, recvBuf, new OwnOperation(op, count, type), 0, count);
      return;
    }
    Collectives.run(
        Part.read(sendBuf, count, type),
        Part.write(recvBuf, count, type),
        (from, to) -> comm.iAllReduce(from.memory(), to.memory(), count, type, op));
  }

  public static void allReduce(Comm comm, Object buf, int count, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      combineAll(comm, buf, buf, new OwnOperation(op, count, type), 0, count);
      return;
    }
    Collectives.run(
        buf, count, type, Use.UPDATE, b -> comm.iAllReduce(b.memory(), count, type, op));
  }

  public static void reduceScatter(
      Comm comm, Object sendBuf, Object recvBuf, int[] recvCounts, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      int[] part = part(comm, recvCounts);
      OwnOperation operation = new OwnOperation(op, BufferParts.sum(recvCounts), type);
      combineAll(comm, sendBuf, recvBuf, operation, part[0], part[1]);
      return;
    }
    Collectives.run(
        Part.read(sendBuf, BufferParts.sum(recvCounts), type),
        Part.write(recvBuf, recvCounts[comm.getRank()], type),
        (from, to) -> comm.iReduceScatter(from.memory(), to.memory(), recvCounts, type, op));
  }

  public static void reduceScatter(Comm comm, Object buf, int[] counts, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      int[] part = part(comm, counts);
      OwnOperation operation = new OwnOperation(op, BufferParts.sum(counts), type);
      combineAll(comm, buf, buf, operation, part[0], part[1]);
      return;
    }
    Collectives.run(
        buf,
        BufferParts.sum(counts),
        type,
        Use.UPDATE,
        b -> comm.iReduceScatter(b.memory(), counts, type, op));
  }

  public static void reduceScatterBlock(
      Comm comm, Object sendBuf, Object recvBuf, int recvCount, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      OwnOperation operation =
          new OwnOperation(op, BufferParts.items(recvCount, comm.getSize()), type);
      combineAll(comm, sendBuf, recvBuf, operation, comm.getRank() * recvCount, recvCount);
      return;
    }
    Collectives.run(
        Part.read(sendBuf, BufferParts.items(recvCount, comm.getSize()), type),
        Part.write(recvBuf, recvCount, type),
        (from, to) -> comm.iReduceScatterBlock(from.memory(), to.memory(), recvCount, type, op));
  }

  public static void reduceScatterBlock(Comm comm, Object buf, int count, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      OwnOperation operation = new OwnOperation(op, BufferParts.items(count, comm.getSize()), type);
      combineAll(comm, buf, buf, operation, comm.getRank() * count, count);
      return;
    }
    Collectives.run(
        buf,
        BufferParts.items(count, comm.getSize()),
        type,
        Use.UPDATE,
        b -> comm.iReduceScatterBlock(b.memory(), count, type, op));
  }

  public static void scan(
      Intracomm comm, Object sendBuf, Object recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      ownScan(comm, sendBuf, recvBuf, new OwnOperation(op, count, type), comm.getRank() + 1);
      return;
    }
    Collectives.run(
        Part.read(sendBuf, count, type),
        Part.write(recvBuf, count, type),
        (from, to) -> comm.iScan(from.memory(), to.memory(), count, type, op));
  }

  public static void scan(Intracomm comm, Object buf, int count, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      ownScan(comm, buf, buf, new OwnOperation(op, count, type), comm.getRank() + 1);
      return;
    }
    Collectives.run(buf, count, type, Use.UPDATE, b -> comm.iScan(b.memory(), count, type, op));
  }

  /** Rank 0 receives nothing, and its buffer stays as it is. */
  public static void exScan(
      Intracomm comm, Object sendBuf, Object recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      ownScan(comm, sendBuf, recvBuf, new OwnOperation(op, count, type), comm.getRank());
      return;
    }
    Collectives.run(
        Part.read(sendBuf, count, type),
        Part.update(recvBuf, count, type),
        (from, to) -> comm.iExScan(from.memory(), to.memory(), count, type, op));
  }

  public static void exScan(Intracomm comm, Object buf, int count, Datatype type, Op op)
      throws MPIException {
    if (Bindings.isOwn(op)) {
      ownScan(comm, buf, buf, new OwnOperation(op, count, type), comm.getRank());
      return;
    }
    Collectives.run(buf, count, type, Use.UPDATE, b -> comm.iExScan(b.memory(), count, type, op));
  }

  /** First item and number of the items that this rank gets. */
  private static int[] part(Comm comm, int... counts) throws MPIException {
    int rank = comm.getRank();
    int first = 0;
    for (int i = 0; i < rank; i++) {
      first += counts[i];
    }
    return new int[] {first, counts[rank]};
  }

  private static void ownReduce(
      Comm comm, Object sendBuf, Object recvBuf, OwnOperation operation, int root)
      throws MPIException {
    int count = operation.count();
    Datatype type = operation.type();
    boolean isRoot = BufferParts.isRoot(comm, root);
    int peers = BufferParts.all(comm);
    try (CallBuffer from = CallBuffer.of(sendBuf, count, type, Use.READ);
        CallBuffer all = CallBuffer.scratch(isRoot ? BufferParts.items(count, peers) : 0, type)) {
      Pending.finish(
          comm.iGather(from.memory(), count, type, all.memory(), count, type, root), from, all);
      if (isRoot) {
        operation.combine(all, peers, recvBuf, 0, count);
      }
    }
  }

  /** Each rank gets some items of the result. */
  private static void combineAll(
      Comm comm, Object sendBuf, Object recvBuf, OwnOperation operation, int first, int wanted)
      throws MPIException {
    int peers = BufferParts.all(comm);
    try (CallBuffer all = gather(comm, sendBuf, operation)) {
      operation.combine(all, peers, recvBuf, first, wanted);
    }
  }

  /** Each rank gets the result of those before it. */
  private static void ownScan(
      Intracomm comm, Object sendBuf, Object recvBuf, OwnOperation operation, int ranks)
      throws MPIException {
    try (CallBuffer all = gather(comm, sendBuf, operation)) {
      if (ranks > 0) {
        operation.combine(all, ranks, recvBuf, 0, operation.count());
      }
    }
  }

  private static CallBuffer gather(Comm comm, Object sendBuf, OwnOperation operation)
      throws MPIException {
    int count = operation.count();
    Datatype type = operation.type();
    CallBuffer all = CallBuffer.scratch(BufferParts.items(count, BufferParts.all(comm)), type);
    try (CallBuffer from = CallBuffer.of(sendBuf, count, type, Use.READ)) {
      Pending.finish(
          comm.iAllGather(from.memory(), count, type, all.memory(), count, type), from, all);
      return all;
    } catch (MPIException | RuntimeException e) {
      all.close();
      throw e;
    }
  }

  /**
   * Reductions with an operation of the program's own. The bindings remember the Java object of
   * such an operation for the time of one native call only, so no non-blocking call can use it. All
   * ranks use the same operation, so they all get here: they gather the operands, and each combines
   * them by itself, in the order of the ranks.
   *
   * @param op the operation
   * @param count items of each operand
   * @param type of the items
   */
  private record OwnOperation(Op op, int count, Datatype type) {
    /**
     * Combines the operands of some ranks into that of the last one.
     *
     * @param operands those of all ranks
     * @param ranks of how many, from rank 0 on; at least one
     * @param result where the program wants the result
     * @param first the first item of the result that it wants
     * @param wanted how many it wants
     */
    void combine(CallBuffer operands, int ranks, Object result, int first, int wanted)
        throws MPIException {
      int last = (ranks - 1) * count;
      for (int rank = ranks - 2; rank >= 0; rank--) {
        call(operands.from(rank * count, count), operands.from(last, count));
      }
      byte[] packed = CallBuffer.packed(operands.from(last + first, wanted), wanted, type);
      try (CallBuffer to = CallBuffer.of(result, wanted, type, Use.WRITE)) {
        MPI.COMM_SELF.unpack(packed, 0, to.memory(), wanted, type);
        to.copyBack();
      }
    }

    /** Makes {@code inOut} the combination of both. */
    private void call(ByteBuffer in, ByteBuffer inOut) throws MPIException {
      if (Bindings.isOfBooleans(type)) {
        boolean[] left = booleans(in);
        boolean[] right = booleans(inOut);
        Bindings.call(op, type, left, right, count);
        ArrayCopy.toMemory(right, 0, inOut, 0, right.length);
      } else {
        Bindings.call(op, type, in, inOut, count);
      }
    }

    private boolean[] booleans(ByteBuffer memory) throws MPIException {
      boolean[] values = new boolean[count * type.getExtent()];
      ArrayCopy.toArray(memory, 0, values, 0, values.length);
      return values;
    }
  }
}
