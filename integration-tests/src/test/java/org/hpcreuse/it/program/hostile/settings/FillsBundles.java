/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.settings;

import java.util.ListResourceBundle;
import java.util.ResourceBundle;

/** Leaves a resource bundle of its own in the cache, under a name that others may use. */
public final class FillsBundles {
  private FillsBundles() {}

  /** Leaves it. */
  public static void main(String[] args) {

    ResourceBundle.getBundle(Texts.class.getName());
  }

  /** Its texts. */
  public static final class Texts extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"left", "behind"}};
    }
  }
}
