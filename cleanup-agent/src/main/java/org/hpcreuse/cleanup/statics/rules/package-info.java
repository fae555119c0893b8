/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which static fields are looked at, which are kept and which only go forward; the fields of a
 * class by these rules. Snapshots of the static state ask here. It reads no value.
 */
package org.hpcreuse.cleanup.statics.rules;
