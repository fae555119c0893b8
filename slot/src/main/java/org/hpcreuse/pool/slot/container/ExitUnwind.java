/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

/**
 * Unwinds a thread that has called exit(). A ThreadDeath, because the JDK and most frameworks let
 * those pass without a message. Without a stack trace, since nobody needs one.
 */
final class ExitUnwind extends ThreadDeath {
  private static final long serialVersionUID = 1L;

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
