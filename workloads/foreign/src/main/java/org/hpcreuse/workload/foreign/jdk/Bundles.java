/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import org.hpcreuse.workload.foreign.Neighbour;

/** Has texts in bundles. */
public final class Bundles {
  private Bundles() {}

  /** Texts. */
  public static final class Texts extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"hello", "hello"}};
    }
  }

  /** German texts. */
  public static final class Texts_de extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"hello", "hallo"}};
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Locale.setDefault(Locale.GERMAN);
      try {
        ResourceBundle.getBundle("not.there");
      } catch (MissingResourceException e) {
        print("missing", e.getKey());
      }
    }
    ResourceBundle texts = ResourceBundle.getBundle(Texts.class.getName());
    print("hello", texts.getString("hello"));
    print("locale", texts.getLocale());
    print(
        "french",
        ResourceBundle.getBundle(Texts.class.getName(), Locale.FRENCH).getString("hello"));
    print(
        "day",
        java.time.DayOfWeek.MONDAY.getDisplayName(
            java.time.format.TextStyle.FULL, Locale.getDefault()));
  }
}
