/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A stream of jobs while parts of the cluster die, and what that leaves on the machine: {@code
 * hpc-reuse bench faults}.
 */
package org.hpcreuse.bench.fault;
