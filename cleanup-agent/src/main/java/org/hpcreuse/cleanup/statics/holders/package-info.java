/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Java objects that hold others (collections, maps, references, atomics): how to list what they
 * hold and how to put it back. Snapshots of the static state call it. It knows no rule and no
 * framework.
 */
package org.hpcreuse.cleanup.statics.holders;
