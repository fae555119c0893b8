/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Carries out a benchmark: the order of its samples, its clusters, the wait until the machine is
 * quiet. The benchmarks' main classes call it. It knows no report.
 */
package org.hpcreuse.bench.run;
