/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Is initialised before its subclasses. */
class Base {
  static String inherited = Journal.note("Base");
}
