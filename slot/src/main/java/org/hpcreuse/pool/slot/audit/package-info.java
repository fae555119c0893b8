/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compares all that is known of this JVM with its baseline, for {@code hpc-reuse audit}. Changes
 * nothing.
 */
package org.hpcreuse.pool.slot.audit;
