/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.report.statistics.Distribution;
import org.hpcreuse.bench.report.statistics.Median;

/**
 * A line of the summary.
 *
 * @param workload what ran
 * @param metric what was measured
 * @param arm where
 * @param median over the samples, of each one's own median, ms
 * @param all all durations: those of every container
 * @param ratioToFork median over fork's median; NaN without a fork arm
 */
public record Row(
    String workload, String metric, Arm arm, Median median, Distribution all, double ratioToFork) {}
