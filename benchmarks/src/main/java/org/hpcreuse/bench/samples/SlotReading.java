/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import java.util.List;
import org.hpcreuse.bench.cluster.SlotFigures;

/**
 * All slots after a sample, by their own figures: those of the last release, or of the last garbage
 * collection.
 *
 * @param workload of the sample
 * @param round its number
 * @param rested whether the slots had collected garbage and had given memory back
 * @param slots what they have come to, not audited
 */
public record SlotReading(String workload, int round, boolean rested, List<SlotFigures> slots)
    implements Entry {
  public SlotReading {
    slots = List.copyOf(slots);
  }
}
