/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.user.ComparesKeys;
import org.hpcreuse.cleanup.user.MakesFactories;
import org.hpcreuse.cleanup.user.MakesKeys;
import org.hpcreuse.cleanup.user.NamesKeys;
import org.hpcreuse.cleanup.user.PoolsCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoaderRetainersTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  static Stream<Class<? extends Callable<?>>> retainers() {
    return Stream.of(
        MakesKeys.class,
        ComparesKeys.class,
        NamesKeys.class,
        MakesFactories.class,
        PoolsCodec.class);
  }

  @ParameterizedTest
  @MethodSource("retainers")
  void shouldKeepContainerLoaderWhenStepIsLeftOut(Class<? extends Callable<?>> job)
      throws Exception {
    slot.inContainer(job);
    slot.releaseWithout(RestoreStatics.class, Codecs.class);
    WeakReference<ClassLoader> loader = slot.forget();
    assertThat(TestSlot.isCollected(loader)).isFalse();
    slot.run(loader.get());
    TestSlot.awaitCollected(loader);
  }

  @ParameterizedTest
  @MethodSource("retainers")
  void shouldLetContainerLoaderGoWhenReleased(Class<? extends Callable<?>> job) throws Exception {
    slot.inContainer(job);
    slot.release();
    TestSlot.awaitCollected(slot.forget());
  }
}
