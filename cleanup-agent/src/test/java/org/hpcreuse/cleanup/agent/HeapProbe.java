/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

/** Loaded by a loader of its own, as framework and container classes are. */
public final class HeapProbe implements Runnable {
  @Override
  public void run() {
    long max = Runtime.getRuntime().maxMemory();
    System.out.println("heap " + (max == 1234 ? "asked for" : "of the slot"));
  }
}
