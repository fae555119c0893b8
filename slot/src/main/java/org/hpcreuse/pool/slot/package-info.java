/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One slot: a warm JVM that runs containers one after the other. {@link
 * org.hpcreuse.pool.slot.SlotMain} starts it, {@link org.hpcreuse.pool.slot.SlotRunner} takes each
 * container from class path to release, {@link org.hpcreuse.pool.slot.SlotAudit} looks for what
 * containers have left. Threads: {@code main} reads the pool manager's messages; {@code
 * slot-runner} takes containers; {@code slot-release} runs release steps.
 */
package org.hpcreuse.pool.slot;
