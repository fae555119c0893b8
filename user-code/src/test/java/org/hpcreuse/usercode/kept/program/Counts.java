/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.util.ArrayList;
import java.util.List;

/** Has fields of all kinds, with and without values of their own. */
public final class Counts {
  static final int CONSTANT = 7;
  static final List<String> NAMES = new ArrayList<>(List.of(Journal.note("Counts")));
  private static int calls;
  private static long large = 40;
  private static double real = 0.5;
  private static boolean flag;
  private static Object last;

  private Counts() {}

  /** What it holds, which then changes. */
  public static String show() {
    String held =
        CONSTANT + " " + NAMES + " " + calls + " " + large + " " + real + " " + flag + " " + last;
    NAMES.add("more");
    calls++;
    large++;
    real++;
    flag = true;
    last = new Counts();
    return held;
  }
}
