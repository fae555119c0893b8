/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.util.Objects;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;
import org.hpcreuse.pool.mpi.calls.CallBuffer.Use;

/**
 * Messages between two ranks. Arguments and results are those of the methods of {@link Comm} and
 * {@link Message} that call these.
 */
public final class PointToPoint {
  private PointToPoint() {}

  /** Starts a send. */
  private interface Start {
    Request with(CallBuffer from) throws MPIException;
  }

  /** {@link Comm#send}. */
  public static void send(Comm comm, Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    send(buf, count, type, from -> comm.iSend(from.memory(), count, type, dest, tag));
  }

  /** {@link Comm#sSend}. */
  public static void sSend(Comm comm, Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    send(buf, count, type, from -> comm.isSend(from.memory(), count, type, dest, tag));
  }

  /** {@link Comm#rSend}. */
  public static void rSend(Comm comm, Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    send(buf, count, type, from -> comm.irSend(from.memory(), count, type, dest, tag));
  }

  private static void send(Object buf, int count, Datatype type, Start start) throws MPIException {
    try (CallBuffer from = CallBuffer.of(buf, count, type, Use.READ)) {
      Pending.finish(start.with(from), from);
    }
  }

  /** {@link Comm#recv}. */
  public static Status recv(Comm comm, Object buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    try (CallBuffer to = CallBuffer.of(buf, count, type, Use.WRITE)) {
      Status status =
          Pending.finishWithStatus(comm.iRecv(to.memory(), count, type, source, tag), to);
      to.copyBack(status);
      return status;
    }
  }

  /** {@link Comm#sendRecv}. */
  public static Status sendRecv(
      Comm comm,
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      int dest,
      int sendTag,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int source,
      int recvTag)
      throws MPIException {
    try (CallBuffer from = CallBuffer.of(sendBuf, sendCount, sendType, Use.READ);
        CallBuffer to = CallBuffer.of(recvBuf, recvCount, recvType, Use.WRITE)) {
      Request receive = comm.iRecv(to.memory(), recvCount, recvType, source, recvTag);
      return exchange(
          receive, to, from, () -> comm.iSend(from.memory(), sendCount, sendType, dest, sendTag));
    }
  }

  /** Makes a request. */
  private interface Send {
    Request start() throws MPIException;
  }

  private static Status exchange(Request receive, CallBuffer to, CallBuffer from, Send send)
      throws MPIException {
    try {
      Pending.finish(send.start(), from);
    } catch (MPIException | RuntimeException e) {
      Pending.leave(receive, to);
      throw e;
    }
    Status status = Pending.finishWithStatus(receive, to);
    to.copyBack(status);
    return status;
  }

  /** {@link Comm#sendRecvReplace}. What is sent is copied first, since the buffer is written. */
  public static Status sendRecvReplace(
      Comm comm,
      Object buf,
      int count,
      Datatype type,
      int dest,
      int sendTag,
      int source,
      int recvTag)
      throws MPIException {
    byte[] message;
    try (CallBuffer now = CallBuffer.of(buf, count, type, Use.READ)) {
      message = now.packed();
    }
    int bytes = message.length;
    try (CallBuffer from = CallBuffer.of(message, bytes, MPI.PACKED, Use.READ);
        CallBuffer to = CallBuffer.of(buf, count, type, Use.WRITE)) {
      Request receive = comm.iRecv(to.memory(), count, type, source, recvTag);
      return exchange(
          receive, to, from, () -> comm.iSend(from.memory(), bytes, MPI.PACKED, dest, sendTag));
    }
  }

  /** {@link Comm#probe}. */
  public static Status probe(Comm comm, int source, int tag) throws MPIException {
    return MpiWaits.until(() -> comm.iProbe(source, tag), Objects::nonNull);
  }

  /** {@link Message#mProbe}. */
  public static Status mProbe(Message message, int source, int tag, Comm comm) throws MPIException {
    return MpiWaits.until(() -> message.imProbe(source, tag, comm), Objects::nonNull);
  }

  /** {@link Message#mRecv}. */
  public static Status mRecv(Message message, Object buf, int count, Datatype type)
      throws MPIException {
    try (CallBuffer to = CallBuffer.of(buf, count, type, Use.WRITE)) {
      Status status = Pending.finishWithStatus(message.imRecv(to.memory(), count, type), to);
      to.copyBack(status);
      return status;
    }
  }
}
