/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;

/** What the bindings of Open MPI 4.1 keep to themselves. */
public final class Bindings {
  /** The bindings' number of the one type whose values an operation gets as an array. */
  private static final int BOOLEAN = 4;

  /** Of each Open MPI 4. */
  private static final String LIBRARY = "libmpi.so.40";

  private static final Function NUMBER = Function.getFunction(LIBRARY, "MPI_Comm_c2f");

  private static final VarHandle ATTACHED;
  private static final MethodHandle FREE;

  /** Of an element of a buffer that is not one of bytes, at most. */
  private static final int LARGEST_ELEMENT_SHIFT = 3;

  private static final VarHandle HANDLE;
  private static final VarHandle SEND_BUFFER;
  private static final VarHandle RECEIVE_BUFFER;
  private static final VarHandle NULL_HANDLE;
  private static final VarHandle BASE_SIZE;
  private static final VarHandle BASE_TYPE;
  private static final VarHandle FUNCTION;
  private static final MethodHandle SET_DATATYPE;
  private static final MethodHandle CALL;

  static {
    try {
      MethodHandles.Lookup own = MethodHandles.lookup();
      ATTACHED =
          MethodHandles.privateLookupIn(MPI.class, own)
              .findStaticVarHandle(MPI.class, "buffer", byte[].class);
      MethodHandles.Lookup comm = MethodHandles.privateLookupIn(Comm.class, own);
      FREE = comm.findVirtual(Comm.class, "free", MethodType.methodType(long.class, long.class));
      HANDLE = comm.findVarHandle(Comm.class, "handle", long.class);
      NULL_HANDLE = comm.findStaticVarHandle(Comm.class, "nullHandle", long.class);
      MethodHandles.Lookup request = MethodHandles.privateLookupIn(Request.class, own);
      SEND_BUFFER = request.findVarHandle(Request.class, "sendBuf", Buffer.class);
      RECEIVE_BUFFER = request.findVarHandle(Request.class, "recvBuf", Buffer.class);
      MethodHandles.Lookup type = MethodHandles.privateLookupIn(Datatype.class, own);
      BASE_SIZE = type.findVarHandle(Datatype.class, "baseSize", int.class);
      BASE_TYPE = type.findVarHandle(Datatype.class, "baseType", int.class);
      MethodHandles.Lookup op = MethodHandles.privateLookupIn(Op.class, own);
      FUNCTION = op.findVarHandle(Op.class, "uf", UserFunction.class);
      SET_DATATYPE =
          op.findVirtual(
              Op.class, "setDatatype", MethodType.methodType(void.class, Datatype.class));
      CALL =
          op.findVirtual(
              Op.class,
              "call",
              MethodType.methodType(void.class, Object.class, Object.class, int.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Bindings() {}

  /** Whether a program has attached a buffer for {@code bSend}, and not detached it. */
  public static boolean hasAttachedBuffer() {
    return (byte[]) ATTACHED.get() != null;
  }

  /** Bytes of the program's own buffers that a request refers to. */
  public static long bytesOf(Request request) {
    return capacity((Buffer) SEND_BUFFER.get(request))
        + capacity((Buffer) RECEIVE_BUFFER.get(request));
  }

  private static long capacity(Buffer buffer) {
    if (buffer == null) {
      return 0;
    }
    int shift = buffer instanceof ByteBuffer ? 0 : LARGEST_ELEMENT_SHIFT;
    return (long) buffer.capacity() << shift;
  }

  /**
   * The number of a communicator in this process: its handle in Fortran. Open MPI takes the lowest
   * that is free.
   */
  public static int number(Comm comm) {
    return NUMBER.invokeInt(new Object[] {new Pointer((long) HANDLE.get(comm))});
  }

  /** What {@link Comm#free} does in a process of its own. */
  public static void free(Comm comm) throws MPIException {
    try {
      HANDLE.set(comm, (long) FREE.invokeExact(comm, (long) HANDLE.get(comm)));
    } catch (MPIException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new MPIException(e);
    }
  }

  /**
   * Lets an object stand for no communicator.
   *
   * @return the number that it stood for
   */
  public static Long takeAway(Comm comm) {
    long handle = (long) HANDLE.get(comm);
    HANDLE.set(comm, (long) NULL_HANDLE.get());
    return handle;
  }

  /** Lets an object stand for the communicator of another one. */
  public static void letMean(Comm object, Comm other) {
    HANDLE.set(object, (long) HANDLE.get(other));
  }

  /** Bytes of the unit in which a datatype tells its extent. */
  static int unit(Datatype type) {
    return (int) BASE_SIZE.get(type);
  }

  /** Whether the datatype is made of booleans. */
  public static boolean isOfBooleans(Datatype type) {
    return (int) BASE_TYPE.get(type) == BOOLEAN;
  }

  /** Whether a program has made the operation. */
  public static boolean isOwn(Op op) {
    return (UserFunction) FUNCTION.get(op) != null;
  }

  /**
   * Calls the function of an operation, as native code does.
   *
   * @param in the left operands: a direct buffer, or an array of booleans
   * @param inOut the right operands, and the results
   */
  public static void call(Op op, Datatype type, Object in, Object inOut, int count)
      throws MPIException {
    try {
      SET_DATATYPE.invokeExact(op, type);
      CALL.invokeExact(op, in, inOut, count);
    } catch (MPIException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new MPIException(e);
    }
  }
}
