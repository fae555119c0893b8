/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept.program;

/** Is initialised before its subclasses. */
class Base {
  static String inherited = Journal.note("Base");
}
