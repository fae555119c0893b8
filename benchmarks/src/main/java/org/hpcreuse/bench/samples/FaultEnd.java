/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import java.util.List;

/**
 * What a strike of a fault campaign has done that no job noticed, or the end of the campaign.
 *
 * @param number of the strike; {@link #OF_ALL} at the end
 * @param mpiOk whether an allReduce over all living slots was right
 * @param mpi what the check told
 * @param doubled containers whose program was started more than once
 * @param left what was there still: when the pool was whole again, at the end when the cluster was
 *     down; or what has stopped the campaign
 */
public record FaultEnd(
    int number, boolean mpiOk, String mpi, List<String> doubled, List<String> left)
    implements Entry {
  /** The number of the campaign's end. */
  public static final int OF_ALL = 0;

  public FaultEnd {
    doubled = List.copyOf(doubled);
    left = List.copyOf(left);
  }

  /** What has stopped the campaign, so that nothing could be looked at. */
  public static FaultEnd stopped(int number, String why) {
    return new FaultEnd(number, true, "", List.of(), List.of("stopped: " + why));
  }
}
