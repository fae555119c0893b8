/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the kernel tells of processes and of the machine, by /proc: who started whom, processor
 * time, memory; and JVMs that are started for one thing. The clusters' packages ask it. It does not
 * know what a cluster is.
 */
package org.hpcreuse.bench.process;
