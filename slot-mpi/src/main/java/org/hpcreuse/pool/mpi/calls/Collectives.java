/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Request;
import org.hpcreuse.pool.mpi.calls.CallBuffer.Use;

/**
 * Calls in which all ranks take part and that move data. Arguments are those of the methods of
 * {@link Comm} that call these; shorter lists of arguments are those of calls in place.
 *
 * <p>All ranks must make the same kind of call, since MPI does not match a blocking collective call
 * with a non-blocking one. So each blocking call becomes its twin, whatever its buffers are.
 *
 * <p>Three calls have a twin that is wrong in Open MPI 4.1.4, and stay as they are: {@code
 * iAllToAllw} uses datatypes that it has freed, {@code iNeighborAllToAll} and {@code
 * iNeighborAllToAllv} mix up both directions of a periodic dimension of one or two.
 */
public final class Collectives {
  private Collectives() {}

  /** Starts a call with one buffer. */
  interface InPlace {
    Request with(CallBuffer buffer) throws MPIException;
  }

  /** Starts a call with two buffers. */
  interface Exchange {
    Request with(CallBuffer from, CallBuffer to) throws MPIException;
  }

  static void run(Object buf, int items, Datatype type, Use use, InPlace call) throws MPIException {
    try (CallBuffer buffer = CallBuffer.of(buf, items, type, use)) {
      Pending.finish(call.with(buffer), buffer);
      buffer.copyBack();
    }
  }

  /**
   * An argument of a call.
   *
   * @param buf what the program has passed
   * @param items how many items of it the call uses
   */
  record Part(Object buf, int items, Datatype type, Use use) {
    static Part read(Object buf, int items, Datatype type) {
      return new Part(buf, items, type, Use.READ);
    }

    static Part write(Object buf, int items, Datatype type) {
      return new Part(buf, items, type, Use.WRITE);
    }

    static Part update(Object buf, int items, Datatype type) {
      return new Part(buf, items, type, Use.UPDATE);
    }

    /** The same argument in a process in which it has no meaning. */
    Part unused() {
      return new Part(buf, 0, type, Use.NONE);
    }

    CallBuffer open() throws MPIException {
      return CallBuffer.of(buf, items, type, use);
    }
  }

  static void run(Part from, Part to, Exchange call) throws MPIException {
    try (CallBuffer source = from.open();
        CallBuffer target = to.open()) {
      Pending.finish(call.with(source, target), source, target);
      target.copyBack();
    }
  }

  private static void runParts(
      Object buf, int[] counts, int[] displacements, Datatype type, InPlace call)
      throws MPIException {
    int items = BufferParts.span(counts, displacements);
    try (CallBuffer buffer = CallBuffer.of(buf, items, type, Use.UPDATE)) {
      Pending.finish(call.with(buffer), buffer);
      buffer.copyBack(counts, displacements);
    }
  }

  /** As {@link #run}; the call writes parts of the second buffer, and nothing between them. */
  private static void run(Part from, Part to, int[] counts, int[] displacements, Exchange call)
      throws MPIException {
    try (CallBuffer source = from.open();
        CallBuffer target = to.open()) {
      Pending.finish(call.with(source, target), source, target);
      target.copyBack(counts, displacements);
    }
  }

  /** An argument that only the root looks at. */
  static Part atRoot(boolean root, Part part) {
    return root ? part : part.unused();
  }

  public static void barrier(Comm comm) throws MPIException {
    Pending.finish(comm.iBarrier());
  }

  public static void bcast(Comm comm, Object buf, int count, Datatype type, int root)
      throws MPIException {
    Use use = BufferParts.isRoot(comm, root) ? Use.READ : Use.UPDATE;
    run(buf, count, type, use, b -> comm.iBcast(b.memory(), count, type, root));
  }

  public static void gather(
      Comm comm,
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    boolean isRoot = BufferParts.isRoot(comm, root);
    int received = isRoot ? BufferParts.items(recvCount, BufferParts.all(comm)) : 0;
    run(
        Part.read(sendBuf, sendCount, sendType),
        atRoot(isRoot, Part.write(recvBuf, received, recvType)),
        (from, to) ->
            comm.iGather(
                from.memory(), sendCount, sendType, to.memory(), recvCount, recvType, root));
  }

  public static void gather(Comm comm, Object buf, int count, Datatype type, int root)
      throws MPIException {
    boolean isRoot = BufferParts.isRoot(comm, root);
    int items = isRoot ? BufferParts.items(count, BufferParts.all(comm)) : count;
    Use use = isRoot ? Use.UPDATE : Use.READ;
    run(buf, items, type, use, b -> comm.iGather(b.memory(), count, type, root));
  }

  public static void gatherv(
      Comm comm,
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int[] recvCount,
      int[] displs,
      Datatype recvType,
      int root)
      throws MPIException {
    boolean isRoot = BufferParts.isRoot(comm, root);
    int received = isRoot ? BufferParts.span(recvCount, displs) : 0;
    run(
        Part.read(sendBuf, sendCount, sendType),
        atRoot(isRoot, Part.update(recvBuf, received, recvType)),
        recvCount,
        displs,
        (from, to) ->
            comm.iGatherv(
                from.memory(),
                sendCount,
                sendType,
                to.memory(),
                recvCount,
                displs,
                recvType,
                root));
  }

  /** The root's call in place. */
  public static void gatherv(
      Comm comm, Object recvBuf, int[] recvCount, int[] displs, Datatype recvType, int root)
      throws MPIException {
    runParts(
        recvBuf,
        recvCount,
        displs,
        recvType,
        b -> comm.iGatherv(b.memory(), recvCount, displs, recvType, root));
  }

  /** The call of the other ranks when the root calls in place. */
  public static void gatherv(Comm comm, Object sendBuf, int sendCount, Datatype sendType, int root)
      throws MPIException {
    run(
        sendBuf,
        sendCount,
        sendType,
        Use.READ,
        b -> comm.iGatherv(b.memory(), sendCount, sendType, root));
  }

  public static void scatter(
      Comm comm,
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    boolean isRoot = BufferParts.isRoot(comm, root);
    int sent = isRoot ? BufferParts.items(sendCount, BufferParts.all(comm)) : 0;
    run(
        atRoot(isRoot, Part.read(sendBuf, sent, sendType)),
        Part.write(recvBuf, recvCount, recvType),
        (from, to) ->
            comm.iScatter(
                from.memory(), sendCount, sendType, to.memory(), recvCount, recvType, root));
  }

  public static void scatter(Comm comm, Object buf, int count, Datatype type, int root)
      throws MPIException {
    boolean isRoot = BufferParts.isRoot(comm, root);
    int items = isRoot ? BufferParts.items(count, BufferParts.all(comm)) : count;
    Use use = isRoot ? Use.READ : Use.WRITE;
    run(buf, items, type, use, b -> comm.iScatter(b.memory(), count, type, root));
  }

  public static void scatterv(
      Comm comm,
      Object sendBuf,
      int[] sendCount,
      int[] displs,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    boolean isRoot = BufferParts.isRoot(comm, root);
    int sent = isRoot ? BufferParts.span(sendCount, displs) : 0;
    run(
        atRoot(isRoot, Part.read(sendBuf, sent, sendType)),
        Part.write(recvBuf, recvCount, recvType),
        (from, to) ->
            comm.iScatterv(
                from.memory(),
                sendCount,
                displs,
                sendType,
                to.memory(),
                recvCount,
                recvType,
                root));
  }

  /** The root's call in place. */
  public static void scatterv(
      Comm comm, Object sendBuf, int[] sendCount, int[] displs, Datatype sendType, int root)
      throws MPIException {
    run(
        sendBuf,
        BufferParts.span(sendCount, displs),
        sendType,
        Use.READ,
        b -> comm.iScatterv(b.memory(), sendCount, displs, sendType, root));
  }

  /** The call of the other ranks when the root calls in place. */
  public static void scatterv(Comm comm, Object recvBuf, int recvCount, Datatype recvType, int root)
      throws MPIException {
    run(
        recvBuf,
        recvCount,
        recvType,
        Use.WRITE,
        b -> comm.iScatterv(b.memory(), recvCount, recvType, root));
  }

  public static void allGather(
      Comm comm,
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    run(
        Part.read(sendBuf, sendCount, sendType),
        Part.write(recvBuf, BufferParts.items(recvCount, BufferParts.all(comm)), recvType),
        (from, to) ->
            comm.iAllGather(from.memory(), sendCount, sendType, to.memory(), recvCount, recvType));
  }

  public static void allGather(Comm comm, Object buf, int count, Datatype type)
      throws MPIException {
    run(
        buf,
        BufferParts.items(count, BufferParts.all(comm)),
        type,
        Use.UPDATE,
        b -> comm.iAllGather(b.memory(), count, type));
  }

  public static void allGatherv(
      Comm comm,
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int[] recvCount,
      int[] displs,
      Datatype recvType)
      throws MPIException {
    run(
        Part.read(sendBuf, sendCount, sendType),
        Part.update(recvBuf, BufferParts.span(recvCount, displs), recvType),
        recvCount,
        displs,
        (from, to) ->
            comm.iAllGatherv(
                from.memory(), sendCount, sendType, to.memory(), recvCount, displs, recvType));
  }

  public static void allGatherv(
      Comm comm, Object recvBuf, int[] recvCount, int[] displs, Datatype recvType)
      throws MPIException {
    runParts(
        recvBuf,
        recvCount,
        displs,
        recvType,
        b -> comm.iAllGatherv(b.memory(), recvCount, displs, recvType));
  }

  public static void allToAll(
      Comm comm,
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    int peers = BufferParts.all(comm);
    run(
        Part.read(sendBuf, BufferParts.items(sendCount, peers), sendType),
        Part.write(recvBuf, BufferParts.items(recvCount, peers), recvType),
        (from, to) ->
            comm.iAllToAll(from.memory(), sendCount, sendType, to.memory(), recvCount, recvType));
  }

  public static void allToAllv(
      Comm comm,
      Object sendBuf,
      int[] sendCount,
      int[] sdispls,
      Datatype sendType,
      Object recvBuf,
      int[] recvCount,
      int[] rdispls,
      Datatype recvType)
      throws MPIException {
    run(
        Part.read(sendBuf, BufferParts.span(sendCount, sdispls), sendType),
        Part.update(recvBuf, BufferParts.span(recvCount, rdispls), recvType),
        recvCount,
        rdispls,
        (from, to) ->
            comm.iAllToAllv(
                from.memory(),
                sendCount,
                sdispls,
                sendType,
                to.memory(),
                recvCount,
                rdispls,
                recvType));
  }

  public static void neighborAllGather(
      Comm comm,
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    int received = BufferParts.items(recvCount, BufferParts.neighbours(comm));
    run(
        Part.read(sendBuf, sendCount, sendType),
        Part.update(recvBuf, received, recvType),
        (from, to) ->
            comm.iNeighborAllGather(
                from.memory(), sendCount, sendType, to.memory(), recvCount, recvType));
  }

  public static void neighborAllGatherv(
      Comm comm,
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int[] recvCount,
      int[] displs,
      Datatype recvType)
      throws MPIException {
    run(
        Part.read(sendBuf, sendCount, sendType),
        Part.update(recvBuf, BufferParts.span(recvCount, displs), recvType),
        recvCount,
        displs,
        (from, to) ->
            comm.iNeighborAllGatherv(
                from.memory(), sendCount, sendType, to.memory(), recvCount, displs, recvType));
  }
}
