/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.concurrent.ForkJoinPool;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommonPoolTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldShowFirstContainersThreadLocalWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(CommonPool.class);
    assertThat(onCommonPool(FIRST::get)).contains("first");
  }

  @Test
  void shouldHaveEmptyThreadLocalsWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(onCommonPool(FIRST::get)).isEmpty();
  }

  private void firstContainer() throws Exception {
    onCommonPool(
        () -> {
          FIRST.set("first");
          return "";
        });
  }

  private static final ThreadLocal<String> FIRST = new ThreadLocal<>();

  /** Through a queue: who waits for a task of the common pool may run it itself. */
  private static Optional<String> onCommonPool(Supplier<String> code) throws InterruptedException {
    BlockingQueue<Optional<String>> result = new ArrayBlockingQueue<>(1);
    ForkJoinPool.commonPool().execute(() -> result.add(Optional.ofNullable(code.get())));
    Optional<String> got = result.poll(10, TimeUnit.SECONDS);
    assertThat(got).as("answer of the common pool within 10 s").isNotNull();
    return got;
  }
}
