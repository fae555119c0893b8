/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.exit;

import org.apache.hadoop.util.ShutdownHookManager;
import org.hpcreuse.it.program.hostile.Ending;

/** Leaves shutdown hooks, the JVM's and Hadoop's, since it halts. */
public final class LeavesHooks {
  private LeavesHooks() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Runnable print = () -> System.out.println("left behind");
    Runtime.getRuntime().addShutdownHook(new Thread(print));
    ShutdownHookManager.get().addShutdownHook(print, 17);
    Ending.now();
  }
}
