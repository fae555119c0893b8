/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The slot's memory: heap that goes back to the system, class loaders and native libraries that
 * live on, figures for {@code status}.
 */
package org.hpcreuse.pool.slot.memory;
