/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.files;

import org.hpcreuse.it.program.hostile.NativeCall;

/** Closes descriptors 0 and 2 behind Java's back. */
public final class ClosesDescriptors {
  private ClosesDescriptors() {}

  /** Leaves it. */
  public static void main(String[] args) {

    NativeCall.of("close", 0);
    NativeCall.of("close", 2);
  }
}
