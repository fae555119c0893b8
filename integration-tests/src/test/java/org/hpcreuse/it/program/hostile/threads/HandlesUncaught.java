/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

/** Leaves a default handler for uncaught exceptions. */
public final class HandlesUncaught {
  private HandlesUncaught() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.err.println("left behind"));
  }
}
