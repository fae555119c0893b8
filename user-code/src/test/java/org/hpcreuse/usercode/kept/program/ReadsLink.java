/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Reads a field of an interface. */
public final class ReadsLink {
  private ReadsLink() {}

  /** What it holds. */
  public static String show() {
    return Link.LINKS.toString();
  }
}
