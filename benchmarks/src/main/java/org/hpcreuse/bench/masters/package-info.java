/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Many ApplicationMasters that wait for containers at once: {@code hpc-reuse bench masters}. Its
 * main class calls it. It runs the program in workloads/masters by its jar alone.
 */
package org.hpcreuse.bench.masters;
