/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

/** The measurement cannot go on; the message is for the user and names the thing and its log. */
public final class BenchException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /**
   * Makes one.
   *
   * @param exitCode one of {@link org.hpcreuse.protocol.ExitCodes}
   * @param message a line for the user
   */
  public BenchException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
