/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.settings;

import java.util.Locale;

/** Leaves Turkish as the language of everything. */
public final class SetsLocale {
  private SetsLocale() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    Locale.setDefault(Locale.Category.FORMAT, Locale.GERMANY);
  }
}
