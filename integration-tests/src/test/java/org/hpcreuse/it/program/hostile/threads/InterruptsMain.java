/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

/** Leaves its main thread interrupted, renamed and with locals that others inherit. */
public final class InterruptsMain {
  private static final ThreadLocal<Object> LOCAL = new InheritableThreadLocal<>();

  private InterruptsMain() {}

  /** Leaves it. */
  public static void main(String[] args) {

    LOCAL.set(new Object() {});
    Thread.currentThread().setName("left-behind");
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
    Thread.currentThread().interrupt();
  }
}
