/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.settings;

import java.util.Properties;

/** Leaves system properties added, changed and removed, and another Properties object. */
public final class SetsProperties {
  private SetsProperties() {}

  /** Leaves it. */
  public static void main(String[] args) {

    System.setProperty("left.behind", "1");
    System.setProperty("line.separator", "!");
    System.setProperty("file.encoding", "UTF-16");
    System.clearProperty("java.vendor");
    Properties copy = new Properties();
    copy.putAll(System.getProperties());
    copy.setProperty("only.in.copy", "1");
    System.setProperties(copy);
  }
}
