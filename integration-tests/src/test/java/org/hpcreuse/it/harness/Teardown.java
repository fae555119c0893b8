/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ends what is running when a signal ends the test JVM before its tests are done. */
public final class Teardown {
  /** What ends a pool or a cluster; called at most once. */
  public interface Action {
    void run() throws Exception;
  }

  private static final Set<Action> PENDING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Teardown::runAll, "teardown"));
  }

  private Teardown() {}

  /** From now on, until {@link #done}, the end of the JVM runs this. */
  public static void pending(Action action) {
    PENDING.add(action);
  }

  public static void done(Action action) {
    PENDING.remove(action);
  }

  private static void runAll() {
    for (Action action : PENDING) {
      try {
        action.run();
      } catch (Exception e) {
        System.err.println("teardown: " + e);
      }
    }
  }
}
