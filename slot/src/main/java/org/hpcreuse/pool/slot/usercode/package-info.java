/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The loader of each container, and what of its classes stays for the next one: {@link
 * org.hpcreuse.pool.slot.usercode.UserCode} decides.
 */
package org.hpcreuse.pool.slot.usercode;
