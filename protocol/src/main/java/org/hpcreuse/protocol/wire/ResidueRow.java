/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

/**
 * One row of an audit: something that is not as it was before the slot's first container.
 *
 * @param kind what sort of thing, for example {@code static}, {@code property}, {@code thread}
 * @param where which one
 * @param before its value in the baseline; empty when it was not there
 * @param after its value now; empty when it is gone
 * @param allowedBy the rule that allows the difference; empty when none does
 */
public record ResidueRow(
    String kind, String where, String before, String after, String allowedBy) {}
