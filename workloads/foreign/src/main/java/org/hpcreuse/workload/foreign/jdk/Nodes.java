/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.prefs.Preferences;
import org.hpcreuse.workload.foreign.Neighbour;

/** Keeps preferences under a root of its own. */
public final class Nodes {
  private Nodes() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("java.util.prefs.userRoot", System.getProperty("java.io.tmpdir"));
    System.setProperty("java.util.prefs.systemRoot", System.getProperty("java.io.tmpdir"));
    Preferences own = Preferences.userNodeForPackage(org.hpcreuse.workload.foreign.Neighbour.class);
    if (Neighbour.spoils(args)) {
      own.put("left", "behind");
      own.node("child").putInt("n", 3);
    }
    print("left", own.get("left", "none"));
    print("children", own.childrenNames().length);
    own.putInt("count", own.getInt("count", 0) + 1);
    print("count", own.getInt("count", 0));
    own.flush();
  }
}
