/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.settings;

import java.util.prefs.BackingStoreException;
import java.util.prefs.Preferences;

/** Leaves preferences and the timer and hook that save them. */
public final class UsesPreferences {
  private UsesPreferences() {}

  /** Leaves it. */
  public static void main(String[] args) throws BackingStoreException {

    System.setProperty("java.util.prefs.userRoot", System.getProperty("user.dir"));
    Preferences.userRoot().node("left-behind").put("left", "behind");
    Preferences.userRoot().flush();
  }
}
