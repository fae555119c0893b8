/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Fails in its initialiser while a property says so. */
public final class Fails {
  static final String PROPERTY = "hpc-reuse.test.fails";
  static final int VALUE = Integer.parseInt(System.getProperty(PROPERTY, "1"));

  private Fails() {}

  /** What was read. */
  public static String show() {
    return Integer.toString(VALUE);
  }
}
