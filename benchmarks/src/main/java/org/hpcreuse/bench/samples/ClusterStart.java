/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import org.hpcreuse.bench.cluster.Arm;

/**
 * A cluster came up; a resumed run starts its clusters again.
 *
 * @param arm whose
 * @param hadoop the version its ResourceManager reports
 * @param upMs how long {@code hpc-reuse up} took in all, ms; for reuse this includes the pool
 * @param slots processes of the pool, spares included; 0 without a pool
 * @param trainingMs how long the pool's training jobs took after that, ms
 * @param idleRssMb the processes' resident memory together before that, MiB
 */
public record ClusterStart(
    Arm arm, String hadoop, long upMs, int slots, long trainingMs, long idleRssMb)
    implements Entry {}
