/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program.shelf;

/** Shows to all what it inherits. */
public class Shown extends Hidden {
  static String own = "unused";
}
