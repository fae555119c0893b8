/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseReport;
import org.hpcreuse.pool.slot.framework.Framework;
import org.hpcreuse.pool.slot.process.OneShotThread;

/**
 * Cleans up after no container, while the slot has nothing else to do: the first time loads the
 * classes of the steps and takes ten times as long as the last. Used by the runner thread only.
 */
public final class ReleaseWarmUp {
  /** After so many the time of a release falls no further: {@code bench release}, by ordinal. */
  private static final int ROUNDS = 20;

  private static final Duration BOUND = Duration.ofSeconds(30);

  private final SlotParts parts;
  private int rounds;

  public ReleaseWarmUp(SlotParts parts) {
    this.parts = parts;
  }

  /**
   * Goes on for as long as {@code idle}; does nothing once it has been done often enough.
   *
   * @throws IllegalStateException when a step fails: no container could be cleaned up after
   */
  public void whileIdle(BooleanSupplier idle) throws InterruptedException {
    while (!isDone() && idle.getAsBoolean()) {
      rounds++;
      once();
    }
  }

  public boolean isDone() {
    return rounds >= ROUNDS;
  }

  private void once() throws InterruptedException {
    Framework framework = parts.framework();
    Release release =
        new Release(
            framework.classes(),
            framework.loader(),
            new ClassLoader("no container", framework.loader()) {},
            thread -> false,
            true,
            framework.baseline(),
            System.nanoTime() + BOUND.toNanos(),
            parts.log()::info);
    try {
      ReleaseReport report =
          new OneShotThread(parts.threads().release(), "slot-warm-up", framework.loader())
              .run(() -> ReleaseChain.standard().run(release), BOUND);
      report
          .retireReason()
          .ifPresent(
              reason -> {
                throw new IllegalStateException("a release of nothing fails: " + reason);
              });
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("a release of nothing fails", e);
    }
  }
}
