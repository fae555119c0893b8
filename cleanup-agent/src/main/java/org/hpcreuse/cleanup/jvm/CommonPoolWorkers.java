/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

/** The idle workers of the common fork-join pool that a new container finds. */
public final class CommonPoolWorkers {
  private CommonPoolWorkers() {}

  /**
   * Gives them the context loader that workers started by this container would have: the system
   * loader as it sees it. Call it before main().
   */
  public static void bind(ClassLoader loader) {
    LiveThreads.all().stream()
        .filter(SharedThreads::isCommonPools)
        .forEach(thread -> thread.setContextClassLoader(loader));
  }
}
