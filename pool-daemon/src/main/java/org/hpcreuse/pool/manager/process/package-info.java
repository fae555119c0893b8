/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Processes of the node as the kernel shows them: which one a pid is, when it is gone, what a
 * container has left running. Knows nothing of slots.
 */
package org.hpcreuse.pool.manager.process;
