/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Many gangs beside each other and beside MapReduce jobs, and gangs that lose a rank: {@code
 * hpc-reuse bench gangs}. Its main class calls it. It runs the program in workloads/gangcheck by
 * its jar alone.
 */
package org.hpcreuse.bench.gangs;
