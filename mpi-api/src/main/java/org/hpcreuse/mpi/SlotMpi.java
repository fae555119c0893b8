/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.mpi;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Intracomm;
import mpi.MPIException;

/**
 * MPI in a slot. A container has a {@code COMM_WORLD} of one rank until it joins others. All
 * methods are thread-safe.
 *
 * <p>Blocking calls of {@code mpi.*} in a container throw {@link MPIException} when a container
 * must not wait any more: after {@link #giveUp}, and when the container ends.
 */
public final class SlotMpi {
  static final String NO_MPI = "this process is no slot with MPI";

  private static final AtomicReference<RankService> SERVICE = new AtomicReference<>();

  private SlotMpi() {}

  /**
   * Gives this class the slot that it speaks for.
   *
   * @throws IllegalStateException when it has one already
   */
  public static void install(RankService service) {
    if (!SERVICE.compareAndSet(null, service)) {
      throw new IllegalStateException("installed already");
    }
  }

  private static RankService service() {
    RankService service = SERVICE.get();
    return service == null ? RankService.NONE : service;
  }

  /** Whether this container runs in a slot that is a rank of a living MPI job. */
  public static boolean isAvailable() {
    return service().place().isPresent();
  }

  /**
   * Where this slot is.
   *
   * @throws IllegalStateException when there is no MPI here
   */
  public static Place place() {
    return service().place().orElseThrow(() -> new IllegalStateException(NO_MPI));
  }

  /**
   * Makes a communicator of some ranks. Collective: each of them calls it with the same arguments;
   * all other ranks stay undisturbed. The ranks first greet each other, so that a missing one is
   * noticed before MPI is asked to do what cannot be undone.
   *
   * @param ranks in the order that they get in the communicator; the slot's own among them, no rank
   *     twice
   * @param key tells this attempt apart from all others of these ranks, failed ones too: take a
   *     random number
   * @param bound how long the others may take
   * @return a communicator that only these containers have; give it back with {@link #leave}
   * @throws TimeoutException when not all ranks have come in time; the message names them
   * @throws MPIException when MPI fails
   * @throws InterruptedException when the thread was interrupted
   */
  public static Intracomm join(List<Integer> ranks, int key, Duration bound)
      throws MPIException, TimeoutException, InterruptedException {
    return service().join(ranks, key, bound);
  }

  /**
   * Makes a communicator of containers of one application attempt, on any node, that do not know
   * each other's ranks, for example of its map tasks. Collective: each calls it with the same name
   * and count. All of them have to run at the same time.
   *
   * <p>They find each other by names that mpirun keeps, so all slots must belong to one mpirun.
   * Each meeting of an application needs a name of its own. A container that is killed in a meeting
   * leaves its number behind: a task that is tried again, or runs twice by speculation, fails in
   * {@code meet}. Nobody notices when a member is lost later: {@link #giveUp} ends the waiting.
   *
   * @param name of the meeting; at most 64 characters
   * @param number of this container among them, from 0; its rank in the communicator
   * @param members how many there are
   * @param bound how long the others may take to come
   * @return a communicator that only these containers have; give it back with {@link #leave}
   * @throws TimeoutException when not all have come in time; the message names one
   * @throws MPIException when MPI fails
   * @throws InterruptedException when the thread was interrupted
   * @throws IllegalStateException when there is no MPI here, or no container of YARN, or another
   *     member has the same number
   */
  public static Intracomm meet(String name, int number, int members, Duration bound)
      throws MPIException, TimeoutException, InterruptedException {
    return service().meet(name, number, members, bound);
  }

  /**
   * Lets {@code MPI.COMM_WORLD} of this container mean a communicator from {@link #join} or {@link
   * #meet}. From then on {@code MPI.Finalize} leaves it.
   */
  public static void makeWorld(Intracomm communicator) {
    service().makeWorld(communicator);
  }

  /**
   * Ends the use of a communicator from {@link #join} or {@link #meet}, and of all that this
   * container has made from it. Collective over its members. What they have sent to each other and
   * nobody has received is thrown away, so that it never reaches a later communicator.
   *
   * @param bound how long the others may take
   * @return whether all members have left in time; if not, the slot never uses the communicator's
   *     place again, and nothing is lost
   * @throws MPIException when MPI fails
   */
  public static boolean leave(Intracomm communicator, Duration bound) throws MPIException {
    return service().leave(communicator, bound);
  }

  /**
   * Ends all waiting of this container: blocking calls that wait, and those that would, throw an
   * {@link MPIException}. Of use when another rank is known to be gone.
   *
   * @param reason message of the exception
   */
  public static void giveUp(String reason) {
    service().giveUp(reason);
  }

  /**
   * Opens outputs of maps of this container's application, from another node over MPI, or from the
   * disks of this one.
   *
   * @param bound how long it may take until a slot of the other node has found them
   * @return nothing when no slot of that node can send them: they are to be had from its shuffle
   *     service then
   * @throws IOException when a slot could send them, and has failed; the shuffle service may have
   *     them
   */
  public static Optional<MapOutputs> mapOutputs(MapOutputs.Wanted wanted, Duration bound)
      throws IOException {
    return service().mapOutputs(wanted, bound);
  }
}
