/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import java.util.List;
import org.hpcreuse.bench.cluster.SlotFigures;

/**
 * All slots after a sample.
 *
 * @param workload of the sample
 * @param round its number
 * @param slots what they have come to
 */
public record SlotAudit(String workload, int round, List<SlotFigures> slots) implements Entry {}
