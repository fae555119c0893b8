/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.mpi;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import mpi.Intracomm;
import mpi.MPIException;

/** What a slot does for {@link SlotMpi}, whose methods say what these mean. Thread-safe. */
public interface RankService {
  /** A process without MPI. */
  RankService NONE =
      new RankService() {
        @Override
        public Optional<Place> place() {
          return Optional.empty();
        }

        @Override
        public Intracomm join(List<Integer> ranks, int key, Duration bound) {
          throw new IllegalStateException(SlotMpi.NO_MPI);
        }

        @Override
        public Intracomm meet(String name, int number, int members, Duration bound) {
          throw new IllegalStateException(SlotMpi.NO_MPI);
        }

        @Override
        public void makeWorld(Intracomm communicator) {
          throw new IllegalStateException(SlotMpi.NO_MPI);
        }

        @Override
        public boolean leave(Intracomm communicator, Duration bound) {
          throw new IllegalStateException(SlotMpi.NO_MPI);
        }

        @Override
        public void giveUp(String reason) {}

        @Override
        public Optional<MapOutputs> mapOutputs(MapOutputs.Wanted wanted, Duration bound) {
          return Optional.empty();
        }
      };

  /** {@link SlotMpi#place}, if there is MPI. */
  Optional<Place> place();

  /** {@link SlotMpi#join}. */
  Intracomm join(List<Integer> ranks, int key, Duration bound)
      throws MPIException, TimeoutException, InterruptedException;

  /** {@link SlotMpi#meet}. */
  Intracomm meet(String name, int number, int members, Duration bound)
      throws MPIException, TimeoutException, InterruptedException;

  /** {@link SlotMpi#makeWorld}. */
  void makeWorld(Intracomm communicator);

  /** {@link SlotMpi#leave}. */
  boolean leave(Intracomm communicator, Duration bound) throws MPIException;

  /** {@link SlotMpi#giveUp}. */
  void giveUp(String reason);

  /** {@link SlotMpi#mapOutputs}. */
  Optional<MapOutputs> mapOutputs(MapOutputs.Wanted wanted, Duration bound) throws IOException;
}
