/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.extension;

/** An extension has failed, or what it keeps is in an unknown state. */
public final class ExtensionFailure extends Exception {
  private static final long serialVersionUID = 1L;

  public ExtensionFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
