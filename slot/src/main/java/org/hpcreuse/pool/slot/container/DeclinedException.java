/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import org.hpcreuse.protocol.FallbackReason;

/** The slot does not take a container, of which nothing has run. The message is for the log. */
public final class DeclinedException extends Exception {
  private static final long serialVersionUID = 1L;
  private final FallbackReason reason;

  public DeclinedException(FallbackReason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public FallbackReason reason() {
    return reason;
  }
}
