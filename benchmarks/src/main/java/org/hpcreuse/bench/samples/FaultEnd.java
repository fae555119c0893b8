/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import java.util.List;

/**
 * The end of a fault campaign.
 *
 * @param mpiOk whether an allReduce over all living slots was right
 * @param mpi what the check told
 * @param left what was there still after the cluster was taken down
 */
public record FaultEnd(boolean mpiOk, String mpi, List<String> left) implements Entry {
  public FaultEnd {
    left = List.copyOf(left);
  }
}
