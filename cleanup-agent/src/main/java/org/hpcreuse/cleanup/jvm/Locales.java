/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.Locale;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * The default locales, also those for display and format.
 *
 * <p>Without it numbers and dates of the next container come out in this one's language.
 */
final class Locales implements Restorable<Locales.Saved> {

  @Override
  public Locales.Saved capture(LoadedClasses framework) {
    return new Saved(
        Locale.getDefault(),
        Locale.getDefault(Locale.Category.DISPLAY),
        Locale.getDefault(Locale.Category.FORMAT));
  }

  @Override
  public void restore(Locales.Saved before, Release release) {
    Locale.setDefault(before.common());
    Locale.setDefault(Locale.Category.DISPLAY, before.display());
    Locale.setDefault(Locale.Category.FORMAT, before.format());
  }

  record Saved(Locale common, Locale display, Locale format) {}
}
