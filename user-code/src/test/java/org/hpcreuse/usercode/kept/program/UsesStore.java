/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Inherits the fields of an interface. */
public final class UsesStore implements Store {
  private UsesStore() {}

  /** Changes what a field holds. */
  public static String show() {
    NAMES.add("more");
    return Store.NAMES + " " + COUNT + " " + ITEM + " " + new UsesStore().last();
  }
}
