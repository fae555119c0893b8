/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Hadoop as it is loaded in a slot: class path, preloaded classes, and the supply of fresh
 * frameworks where isolation asks for one per container.
 */
package org.hpcreuse.pool.slot.framework;
