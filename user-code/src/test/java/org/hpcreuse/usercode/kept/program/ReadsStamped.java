/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Reads fields of an interface, once by a class that inherits them. */
public final class ReadsStamped implements Stamped {
  private ReadsStamped() {}

  /** What they hold. */
  public static String show() {
    return Stamped.STAMP + " " + ReadsStamped.LENGTH;
  }
}
