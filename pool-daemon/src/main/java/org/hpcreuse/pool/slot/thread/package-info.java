/* SPDX-License-Identifier: Apache-2.0 */
/** The slot's own threads and thread groups, and how a container's threads are told from them. */
package org.hpcreuse.pool.slot.thread;
