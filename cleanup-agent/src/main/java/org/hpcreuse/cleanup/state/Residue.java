/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

/**
 * One thing that is not what it was before the slot's first container.
 *
 * @param kind what sort of state it is, such as {@code static}
 * @param where its name, such as class and field, with the path to it for what lies deeper
 * @param before what it was; never a secret: a type and hash, unless a number, a flag, a name or a
 *     size
 * @param after what it is, in the same form
 * @param allowedBy name of the rule that allows the difference; empty when none does
 */
public record Residue(String kind, String where, String before, String after, String allowedBy) {}
