/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Programs that leave one kind of trace each, in packages by what they abuse; {@code Hostiles}
 * lists them all. This package has what they share.
 */
package org.hpcreuse.it.program.hostile;
