/* SPDX-License-Identifier: Apache-2.0 */
/** The slot's own threads and thread groups, and how they differ from a container's threads. */
package org.hpcreuse.pool.slot.thread;
