/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

/** Its initialiser fails. */
public final class Failing {
  public static final int VALUE = Integer.parseInt("no number");

  private Failing() {}
}
