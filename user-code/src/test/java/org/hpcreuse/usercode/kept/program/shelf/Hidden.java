/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program.shelf;

/** Only its package sees it. */
class Hidden {
  public static String item = "new";
}
