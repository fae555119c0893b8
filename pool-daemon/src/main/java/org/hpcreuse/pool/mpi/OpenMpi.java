/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.lang.reflect.Field;
import java.util.List;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Open MPI 4.1 through its own Java bindings.
 *
 * <p>At start the real world is duplicated for the pool alone; {@code MPI.COMM_WORLD} as container
 * code sees it is then made to stand for a duplicate of COMM_SELF. So nothing a container sends,
 * frees or waits for can meet the pool's traffic.
 *
 * <p>One mpirun may have the ranks of several nodes. A pool is one node's: its processes are the
 * ranks of that node, counted from 0.
 */
public final class OpenMpi implements MpiBinding {
  private final Intracomm pool;
  private final int rank;
  private final String description;
  private final Field handle;
  private Intracomm containerWorld;

  private OpenMpi(Intracomm pool, String description) throws MPIException {
    this.pool = pool;
    this.rank = pool.getRank();
    this.description = description;
    try {
      handle = Comm.class.getDeclaredField("handle");
      handle.setAccessible(true);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("mpi.jar: Comm has no field handle", e);
    }
  }

  /**
   * Starts MPI. Call once, from the main thread; collective over the whole pool.
   *
   * @throws MpiFailure when MPI does not start or grants less than THREAD_MULTIPLE
   */
  public static OpenMpi start() throws MpiFailure {
    try {
      int level = MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      if (level < MPI.THREAD_MULTIPLE) {
        throw new MpiFailure(
            "MPI grants thread level " + level + ", slots need THREAD_MULTIPLE", null);
      }
      Intracomm all = MPI.COMM_WORLD.dup();
      // Every rank takes part in that, so all have come out of MPI_Init.
      SharedSegments.unlink();
      Intracomm pool = all.splitType(Comm.TYPE_SHARED, all.getRank(), MPI.INFO_NULL);
      letAllStart(all);
      String version = MPI.getLibVersion().lines().findFirst().orElse("MPI").strip();
      return new OpenMpi(pool, version + ", THREAD_MULTIPLE, " + all.getSize() + " ranks");
    } catch (MPIException e) {
      throw new MpiFailure("MPI does not start: " + e.getMessage(), e);
    }
  }

  /**
   * Returns when nothing of the start is under way any more. Open MPI moves messages only while its
   * rank is in a call, and a slot may not make another one for long: what this rank has sent last,
   * to a peer whose connection was not there yet, would never leave, and that peer not start. The
   * first barrier ends when all have what they needed; what it has connected serves the second.
   */
  private static void letAllStart(Intracomm all) throws MPIException {
    all.barrier();
    all.barrier();
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public int number() {
    return rank;
  }

  @Override
  public void prepareForContainer() throws MpiFailure {
    try {
      containerWorld = MPI.COMM_SELF.dup();
      handle.setLong(MPI.COMM_WORLD, handle.getLong(containerWorld));
    } catch (MPIException | IllegalAccessException e) {
      throw new MpiFailure("rank " + rank + ": no private communicator", e);
    }
  }

  @Override
  public void releaseContainer() throws MpiFailure {
    Intracomm world = containerWorld;
    containerWorld = null;
    if (world == null) {
      return;
    }
    try {
      world.free();
    } catch (MPIException e) {
      throw new MpiFailure("rank " + rank + ": private communicator cannot be freed", e);
    }
  }

  @Override
  public long sumOver(List<Integer> numbers, int tag) throws MpiFailure {
    try {
      Group all = pool.getGroup();
      Group some = all.incl(numbers.stream().mapToInt(Integer::intValue).toArray());
      Intracomm members = pool.createGroup(some, tag);
      try {
        long[] sum = {rank + 1L};
        members.allReduce(sum, 1, MPI.LONG, MPI.SUM);
        return sum[0];
      } finally {
        members.free();
        some.free();
        all.free();
      }
    } catch (MPIException e) {
      throw new MpiFailure("rank " + rank + ": sum over " + numbers + " failed", e);
    }
  }
}
