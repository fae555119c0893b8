/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The messages of {@link org.hpcreuse.workload.pingpong.PingPong} over message queues, between the
 * same two processes: what Hadoop programs use where they have no MPI (A-JUMP, Asghar et al. 2010).
 */
package org.hpcreuse.workload.queues;
