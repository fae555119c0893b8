/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The doors of a slot for what it can do without. An extension is a module of its own; its class
 * implements an interface of this package. The slot knows no class of it.
 */
package org.hpcreuse.pool.slot.extension;
