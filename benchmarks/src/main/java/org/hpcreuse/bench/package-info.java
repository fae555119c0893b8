/* SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code hpc-reuse bench} and {@code hpc-reuse demo}: stock fork and warm slots on real clusters,
 * side by side; programs of MPI; campaigns of faults. The commands extend {@code RunCommand}, and
 * share how a run's directory, its lines, its clusters and the order of its samples are made. The
 * report of what they measure is in benchmarks/report.
 */
package org.hpcreuse.bench;
