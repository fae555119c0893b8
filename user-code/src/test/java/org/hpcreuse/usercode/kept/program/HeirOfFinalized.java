/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import org.hpcreuse.usercode.Finalized;

/** Inherits a finalizer of another loader's class. */
public final class HeirOfFinalized extends Finalized {
  static int heirs;

  private HeirOfFinalized() {
    heirs++;
  }

  /** Makes one. */
  public static String show() {
    return new HeirOfFinalized() == null ? "" : Integer.toString(heirs);
  }
}
