/* SPDX-License-Identifier: Apache-2.0 */
/** What a slot is made of for its whole life, handed to release and audit. */
package org.hpcreuse.pool.slot.parts;
