/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.io.File;
import org.apache.hadoop.util.ShutdownHookManager;

public final class AbusesExit {
  private AbusesExit() {}

  /** Leaves files to be deleted at exit, since it halts. */
  public static final class DeletesOnExit {
    public static void main(String[] args) {
      new File("left-behind").deleteOnExit();
      Ending.now();
    }
  }

  /** Leaves shutdown hooks, the JVM's and Hadoop's, since it halts. */
  public static final class LeavesHooks {
    public static void main(String[] args) {
      Runnable print = () -> System.out.println("left behind");
      Runtime.getRuntime().addShutdownHook(new Thread(print));
      ShutdownHookManager.get().addShutdownHook(print, 17);
      Ending.now();
    }
  }
}
