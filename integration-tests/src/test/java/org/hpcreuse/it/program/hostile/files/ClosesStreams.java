/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.files;

import java.io.IOException;

/** Leaves the standard streams closed. */
public final class ClosesStreams {
  private ClosesStreams() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {

    System.in.close();
    System.out.close();
    System.err.close();
  }
}
