/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Launches: containers wait for a slot, get one, and give it back. Also memory for containers that
 * are forked beside the slots, containers whose NodeManager has gone, and the pool's shutdown.
 */
package org.hpcreuse.pool.manager.queue;
