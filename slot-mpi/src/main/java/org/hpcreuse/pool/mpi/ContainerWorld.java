/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hpcreuse.pool.mpi.calls.Bindings;
import org.hpcreuse.pool.mpi.calls.CommunicatorClose;
import org.hpcreuse.pool.mpi.calls.Environment;
import org.hpcreuse.pool.mpi.calls.MpiObjects;
import org.hpcreuse.pool.mpi.calls.MpiWaits;

/**
 * What the container sees of MPI: its {@code COMM_WORLD} and {@code COMM_SELF}, and the
 * communicators that it has joined. Begin and end are called by the slot's runner, the rest by
 * threads of the container.
 *
 * <p>The two constants are objects of the bindings that never change; the communicators they stand
 * for are put into their field.
 */
final class ContainerWorld {
  /** How long ranks wait in MPI.Finalize for the others, which may still compute. */
  private static final Duration FINALIZE_BOUND = Duration.ofDays(365);

  private final Intracomm slotSelf;
  private Intracomm world;
  private Intracomm self;

  /** How many there were with those of the last container; any thread reads it. */
  private volatile int communicators;

  /** Null while the container has a world of one rank; guarded by this. */
  private Intracomm joinedWorld;

  /** Communicators of several processes that have not been left; guarded by this. */
  private final List<Joined> joined = new ArrayList<>();

  private record Joined(Intracomm communicator, int key) {}

  /** Takes a communicator of this process alone, for the slot. */
  ContainerWorld(Intracomm slotSelf) throws MPIException {
    this.slotSelf = slotSelf;
    Intracomm asWorld = slotSelf.dup();
    Intracomm asSelf = slotSelf.dup();
    count();
    asWorld.free();
    asSelf.free();
  }

  /**
   * With the two of a container. What another one leaves lies above these or takes their place, so
   * that the number of the next one rises.
   */
  private void count() throws MPIException {
    Intracomm next = slotSelf.dup();
    communicators = Bindings.number(next);
    next.free();
  }

  /**
   * How many communicators the process had when the last container ended, or when it started
   * itself.
   */
  int communicators() {
    return communicators;
  }

  /** The next container has a world of one rank. */
  void begin() throws MPIException {
    MpiWaits.begin();
    world = slotSelf.dup();
    self = slotSelf.dup();
    Bindings.letMean(MPI.COMM_WORLD, world);
    Bindings.letMean(MPI.COMM_SELF, self);
  }

  synchronized Intracomm joined(Intracomm communicator, int key) {
    joined.add(new Joined(communicator, key));
    return communicator;
  }

  synchronized void makeWorld(Intracomm communicator) {
    require(communicator);
    joinedWorld = communicator;
    Bindings.letMean(MPI.COMM_WORLD, communicator);
    Environment.world(() -> leave(communicator, FINALIZE_BOUND));
  }

  private Joined require(Intracomm communicator) {
    return joined.stream()
        .filter(each -> each.communicator() == communicator)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no communicator from join, or left already"));
  }

  /** Leaves a communicator; with the last one, all that the program has made and not freed. */
  boolean leave(Intracomm communicator, Duration bound) throws MPIException {
    Joined from;
    List<Intracomm> made;
    synchronized (this) {
      from = require(communicator);
      joined.remove(from);
      made = joined.isEmpty() ? MpiObjects.communicators() : List.of();
    }
    try {
      return CommunicatorClose.from(communicator, made, from.key(), bound);
    } finally {
      left(communicator);
    }
  }

  private synchronized void left(Intracomm communicator) {
    if (!communicator.isNull()) {
      MpiObjects.keepForEver(communicator);
    }
    if (communicator == joinedWorld) {
      joinedWorld = null;
      Environment.noWorld();
      Bindings.letMean(MPI.COMM_WORLD, world);
    }
  }

  void giveUp(String reason) {
    MpiWaits.end(reason);
  }

  /** The container is over. What it has not left stays for ever. */
  void end() throws MPIException {
    Environment.noWorld();
    MpiObjects.release();
    synchronized (this) {
      joined.forEach(each -> MpiObjects.keepForEver(each.communicator()));
      joined.clear();
      joinedWorld = null;
    }
    Bindings.letMean(MPI.COMM_WORLD, slotSelf);
    Bindings.letMean(MPI.COMM_SELF, slotSelf);
    if (world != null) {
      count();
      Intracomm oldWorld = world;
      Intracomm oldSelf = self;
      world = null;
      self = null;
      oldWorld.free();
      oldSelf.free();
    }
  }
}
