/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.settings;

import org.apache.hadoop.conf.Configuration;

/** Leaves assertions switched on in the loaders that stay. */
public final class SetsAssertions {
  private SetsAssertions() {}

  /** Leaves it. */
  public static void main(String[] args) {
    for (ClassLoader at = Configuration.class.getClassLoader(); at != null; at = at.getParent()) {
      at.setDefaultAssertionStatus(true);
      at.setPackageAssertionStatus("left.behind", true);
    }
    ClassLoader.getSystemClassLoader().setClassAssertionStatus("left.behind.Class", true);
  }
}
