/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The slot's own process: its threads and thread groups, its logs, its descriptors, and what it
 * asks the C library and the kernel. Knows nothing of containers.
 */
package org.hpcreuse.pool.slot.process;
