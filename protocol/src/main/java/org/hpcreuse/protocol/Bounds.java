/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.time.Duration;

/** The bounds of waits that depend on each other. A test compares them. */
public final class Bounds {
  /** How often who waits for a slot asks the pool manager whether its event loop turns. */
  public static final Duration ASK = Duration.ofSeconds(2);

  /** How often who waits for the end of a container in a slot asks it. */
  public static final Duration ASK_OF_RUNNING = Duration.ofSeconds(10);

  /** A pool manager that has not answered for so long is silent: its loop does not turn. */
  public static final Duration SILENT = Duration.ofSeconds(10);

  /** How long what was killed may take to be gone; what is not waits for a disk and cannot act. */
  public static final Duration GONE = Duration.ofSeconds(10);

  /** Between two looks whether it is gone. */
  public static final Duration GONE_LOOK = Duration.ofMillis(20);

  private Bounds() {}
}
