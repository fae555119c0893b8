/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

/** Has no initialiser, so that nobody hears when it comes into use. */
public final class Plain {
  public static boolean ready;
  public static Object held;

  private Plain() {}

  /** First use and change in one. */
  public static void spoil() {
    ready = true;
    held = new Object();
  }
}
