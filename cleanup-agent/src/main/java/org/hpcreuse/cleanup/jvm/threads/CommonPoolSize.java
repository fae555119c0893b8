/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.concurrent.ForkJoinPool;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * How many tasks the common pool runs at a time, which a program can set from JDK 19 on.
 *
 * <p>Without it the next container's parallel streams have as many threads as this one wanted.
 */
public final class CommonPoolSize implements Restorable<Integer> {
  @Override
  public Integer capture(LoadedClasses framework) {
    return ForkJoinPool.commonPool().getParallelism();
  }

  @Override
  public void restore(Integer before, Release release) throws Exception {
    PoolWorkers.restoreParallelism(ForkJoinPool.commonPool(), before);
  }
}
