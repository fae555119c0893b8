/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.nio.ByteBuffer;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import org.hpcreuse.pool.mpi.calls.CallBuffer.Use;

/**
 * Reductions with an operation of the program's own. The bindings remember the Java object of such
 * an operation for the time of one native call only, so no non-blocking call can use it. All ranks
 * use the same operation, so they all get here: they gather the operands, and each combines them by
 * itself, in the order of the ranks.
 *
 * @param op the operation
 * @param count items of each operand
 * @param type of the items
 */
record OwnOperation(Op op, int count, Datatype type) {
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
