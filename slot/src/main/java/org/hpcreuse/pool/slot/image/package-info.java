/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Makes the image of a framework: its classes as the agents leave them, once for all slots. Called
 * by nothing of a slot; {@code pool.slot.framework} reads what is made here.
 */
package org.hpcreuse.pool.slot.image;
