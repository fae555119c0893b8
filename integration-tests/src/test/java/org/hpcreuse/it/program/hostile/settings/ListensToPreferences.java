/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.settings;

import java.util.prefs.Preferences;

/** Leaves a listener with the tree of preferences. */
public final class ListensToPreferences {
  private ListensToPreferences() {}

  /** Leaves it. */
  public static void main(String[] args) {
    System.setProperty("java.util.prefs.userRoot", System.getProperty("user.dir"));
    Preferences.userRoot().addPreferenceChangeListener(event -> {});
  }
}
