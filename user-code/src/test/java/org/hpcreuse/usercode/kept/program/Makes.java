/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Makes an object whose class is initialised before the argument is made. */
public final class Makes {
  private Makes() {}

  /** What is made. */
  static final class Made {
    static String first = Journal.note("Made");
    private final String argument;

    Made(String argument) {
      this.argument = argument;
    }
  }

  /** Has a condition in the argument, so that a frame tells of the object that is being made. */
  public static String show() {
    boolean often = System.getProperty("hpc-reuse.test.often") != null;
    return new Made(often ? "often" : Journal.note("argument")).argument;
  }
}
