/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Cannot be initialised again, and has no initialiser that could ask for its superclass. */
public class PinnedBare extends Base {
  /** Uses nothing of the superclass. */
  public static String show() {
    return "bare";
  }

  @Override
  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what the test is about
  protected native void finalize();
}
