/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.util.List;
import java.util.Map;
import org.hpcreuse.mpi.RankService;

/** What a slot needs of MPI. Implementations are thread-safe where a method says so. */
public interface MpiBinding {
  /** Text for people: library version, thread level, size; empty without MPI. */
  String description();

  /** This process's number in the pool: the rank, or the number it was given. */
  int number();

  /**
   * Gives the next container its own {@code MPI.COMM_WORLD} of one rank. Called between containers.
   *
   * @param environment the container's; tells where it writes what other slots may want
   */
  void prepareForContainer(Map<String, String> environment) throws MpiFailure;

  /** The container has ended: its threads that wait in MPI stop waiting. Thread-safe. */
  void cutOff();

  /** Takes back what {@link #prepareForContainer} gave. Called when no thread of it is left. */
  void releaseContainer() throws MpiFailure;

  /** What the process has of MPI. Thread-safe. */
  Figures figures();

  /** What containers may ask for. */
  RankService ranks();

  /**
   * Adds up {@code number + 1} over the given processes, over the pool's own communicator.
   * Collective: each of these processes must call it with the same arguments. Takes 20 s at most;
   * may run beside a container.
   *
   * @param numbers ascending; this process among them
   * @param tag tells concurrent calls apart
   */
  long sumOver(List<Integer> numbers, int tag) throws MpiFailure;

  /**
   * What a process has of MPI.
   *
   * @param objectsLeft objects of past containers that it keeps for ever
   * @param communicators how many it had when the last container ended
   */
  record Figures(int objectsLeft, int communicators) {}

  /** MPI failed; the pool's communicator may be unusable. */
  final class MpiFailure extends Exception {
    private static final long serialVersionUID = 1L;

    public MpiFailure(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
