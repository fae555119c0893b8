/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One container while it runs: its {@code main()}, its exit, its signals, its child processes.
 * {@link org.hpcreuse.pool.slot.container.ContainerProcess} stands for the process that a fork
 * would have made. Knows nothing of release.
 */
package org.hpcreuse.pool.slot.container;
