/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The end of a container, step by step, and its warm-up in an idle slot. The steps themselves are
 * in module cleanup-agent.
 */
package org.hpcreuse.pool.slot.release;
