/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Names the fields of an interface by a class that inherits them. */
public final class NamesHeir implements Link {
  private NamesHeir() {}

  /** Changes what a field holds. */
  public static String show() {
    NamesHeir.LINKS.add("heir");
    return LINKS.toString();
  }
}
