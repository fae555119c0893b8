/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

/** Has a finalizer that does something. */
public class Finalized {
  private boolean over;

  @Override
  @SuppressWarnings({"deprecation", "removal", "Finalize", "checkstyle:NoFinalizer"})
  protected final void finalize() {
    over = true;
  }

  @Override
  public String toString() {
    return Boolean.toString(over);
  }
}
