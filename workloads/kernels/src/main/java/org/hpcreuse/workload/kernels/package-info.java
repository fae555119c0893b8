/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Kernels of the NAS Parallel Benchmarks and of the Java Grande suite as plain MPI programs, each
 * of which checks its own result. They know nothing of slots. Written from the published
 * descriptions.
 */
package org.hpcreuse.workload.kernels;
