/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import java.net.URL;
import java.time.Duration;
import java.util.Optional;
import org.hpcreuse.mpi.MapOutputs;
import org.hpcreuse.mpi.SlotMpi;

/** What the slot gives. The only class that needs the slot's: a forked container has none. */
final class SlotOutputs {
  private SlotOutputs() {}

  /** Whether this container is in a slot with MPI. */
  static boolean arePossible() {
    try {
      return SlotMpi.isAvailable();
    } catch (NoClassDefFoundError e) {
      return false;
    }
  }

  /** {@link SlotMpi#mapOutputs} of a URL of the shuffle service. */
  static Optional<RoutedStream> open(URL url, Duration bound) throws IOException {
    MapOutputs.Wanted wanted = OutputUrl.read(url);
    return SlotMpi.mapOutputs(wanted, bound)
        .map(
            outputs ->
                new RoutedStream(
                    outputs.origin() == MapOutputs.Origin.DISK ? Route.DISK_BYTES : Route.MPI_BYTES,
                    new MapOutputStream(outputs, wanted.reduce())));
  }
}
