/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * MPI's own, which mpirun keeps. A name goes when its rank takes it back, or with mpirun.
 *
 * <p>A thread of the slot asks mpirun, which may not answer. And a name that nobody has published
 * is an error to MPI: in a thread of the container it would say that a call of the program has
 * failed.
 */
final class MpiNames implements Names {
  /** An answer takes less than a millisecond, unless mpirun is busy or stopped. */
  private static final Duration BOUND = Duration.ofSeconds(20);

  private static final Duration LAST_BOUND = Duration.ofSeconds(2);

  private final SlotThread asker = new SlotThread("slot-mpi-names");

  /**
   * Waits for the answer to the last question, if its container has ended without it.
   *
   * @return empty when it has come, else why this process cannot go on
   */
  String stuck() throws InterruptedException {
    return asker.isIdle(LAST_BOUND) ? "" : "mpirun has not answered a question about a name";
  }

  @Override
  public void publish(String name, String text) throws MPIException, InterruptedException {
    ask(
        () -> {
          Intracomm.publishName(name, text);
          return null;
        });
  }

  @Override
  public Optional<String> lookUp(String name) throws MPIException, InterruptedException {
    return ask(() -> find(name));
  }

  @Override
  public void unpublish(String name, String text) throws MPIException, InterruptedException {
    ask(
        () -> {
          Intracomm.unpublishName(name, text);
          return null;
        });
  }

  private <T> T ask(Callable<T> question) throws MPIException, InterruptedException {
    try {
      return asker.call(question, BOUND.toNanos());
    } catch (TimeoutException e) {
      throw new MPIException("mpirun has not answered in " + BOUND.toSeconds() + " s");
    }
  }

  private static Optional<String> find(String name) throws MPIException {
    try {
      return Optional.of(Intracomm.lookupName(name));
    } catch (MPIException e) {
      if (e.getErrorClass() == MPI.ERR_NAME) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
