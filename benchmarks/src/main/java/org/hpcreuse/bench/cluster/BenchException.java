/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import org.hpcreuse.protocol.ExitCodes;

/** The measurement cannot go on; the message is for the user and names the thing and its log. */
public final class BenchException extends IOException {
  private final int exitCode;

  /** Makes one with one of {@link ExitCodes}. */
  public BenchException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** What the user has asked for is not possible. */
  public static BenchException usage(String message) {
    return new BenchException(ExitCodes.USAGE, message);
  }

  /** Something has failed. */
  public static BenchException failed(String message) {
    return new BenchException(ExitCodes.FAILED, message);
  }

  public int exitCode() {
    return exitCode;
  }
}
