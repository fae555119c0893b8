/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.concurrent.ForkJoinPool;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * How many tasks the common pool runs at a time, which a program can set from JDK 19 on.
 *
 * <p>Without it the next container's parallel streams have as many threads as this one wanted.
 */
final class CommonPoolSize implements Restorable<Integer> {
  @Override
  public Integer capture(LoadedClasses framework) {
    return ForkJoinPool.commonPool().getParallelism();
  }

  @Override
  public void restore(Integer before, Release release) throws Exception {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    if (pool.getParallelism() != before) {
      Members.of(pool).call("setParallelism", new Class<?>[] {int.class}, before);
    }
  }
}
