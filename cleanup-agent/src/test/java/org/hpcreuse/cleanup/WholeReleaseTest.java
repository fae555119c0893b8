/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.Callable;
import org.hpcreuse.cleanup.user.ComparesKeys;
import org.hpcreuse.cleanup.user.MakesFactories;
import org.hpcreuse.cleanup.user.MakesKeys;
import org.hpcreuse.cleanup.user.NamesKeys;
import org.hpcreuse.cleanup.user.PoolsCodec;
import org.hpcreuse.cleanup.user.StartsTimer;
import org.hpcreuse.cleanup.user.UserDriver;
import org.hpcreuse.cleanup.user.UserProvider;
import org.hpcreuse.cleanup.user.UsesCommonsLogging;
import org.junit.jupiter.api.Test;

class WholeReleaseTest {
  private static final List<Class<? extends Callable<?>>> JOBS =
      List.of(
          ComparesKeys.class,
          MakesFactories.class,
          MakesKeys.class,
          NamesKeys.class,
          PoolsCodec.class,
          StartsTimer.class,
          UserDriver.class,
          UserProvider.class,
          UsesCommonsLogging.class);

  /** One slot, one baseline, several containers after each other, each leaving all it can. */
  @Test
  void shouldLetEachOfSeveralContainersGo() throws Exception {
    TestSlot slot = new TestSlot();
    for (int container = 0; container < 3; container++) {
      for (Class<? extends Callable<?>> job : JOBS) {
        slot.inContainer(job);
      }
      slot.release();
      WeakReference<ClassLoader> loader = slot.forget();
      TestSlot.awaitCollected(loader);
    }
  }
}
