/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.util.Locale;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The default locales, also those for display and format.
 *
 * <p>Without it numbers and dates of the next container come out in this one's language.
 */
public final class Locales implements Restorable<Locales.Saved> {

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
