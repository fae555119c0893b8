/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the kernel and the C library say of this process, and the calls that Java has no equal of.
 * Everything else in the slot may use it.
 */
package org.hpcreuse.pool.slot.os;
