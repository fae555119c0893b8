/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Its initialiser leaves something for that of a subclass. */
public class Above {
  static String left = Journal.note("Above");
}
