/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A shuffle of MapReduce for slots: {@link org.hpcreuse.shuffle.MpiShuffle} is set as {@code
 * mapreduce.job.reduce.shuffle.consumer.plugin.class}. Merging, the choice of hosts, retries and
 * penalties are Hadoop's own classes. Only the bytes take another way, and where that one ends,
 * Hadoop's.
 *
 * <p>Runs in reduces, in slots and forked. Knows of slots {@link org.hpcreuse.mpi.SlotMpi} alone.
 */
package org.hpcreuse.shuffle;
