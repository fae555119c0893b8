/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.settings;

import java.util.TimeZone;

/** Leaves another default time zone. */
public final class SetsTimeZone {
  private SetsTimeZone() {}

  /** Leaves it. */
  public static void main(String[] args) {

    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    System.setProperty("user.timezone", "Asia/Tokyo");
  }
}
