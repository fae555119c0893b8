/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.report.statistics.Distribution;
import org.hpcreuse.bench.report.statistics.MedianInterval;

/**
 * A line of the summary.
 *
 * @param workload what ran
 * @param metric what was measured
 * @param arm where
 * @param times the durations, ms
 * @param median where the median over the jobs is, of each job's own median: the containers of one
 *     job are not independent
 * @param ratioToFork median over fork's median; NaN without a fork arm
 */
public record Row(
    String workload,
    String metric,
    Arm arm,
    Distribution times,
    MedianInterval median,
    double ratioToFork) {}
