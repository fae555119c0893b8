/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.hpcreuse.bench.process.MachineTime;

/**
 * Waits until this machine has little to do: slots that have just started warm up for some seconds
 * more, and what runs meanwhile, in whichever arm, would be timed beside that.
 */
public final class Quiet {
  private static final double BUSY_SHARE = 0.2;
  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private Quiet() {}

  /**
   * Returns when the processors were idle for most of two seconds, or after a limit.
   *
   * @param say gets a line when the limit was reached
   */
  public static void await(Consumer<String> say) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    double busy;
    do {
      MachineTime before = MachineTime.now();
      TimeUnit.NANOSECONDS.sleep(WINDOW.toNanos());
      busy = MachineTime.now().busyShareSince(before);
      if (busy <= BUSY_SHARE) {
        return;
      }
    } while (System.nanoTime() < deadline);
    say.accept(
        String.format(
            "the processors are still busy %.0f %% of the time after %d s of waiting; going on",
            busy * 100, LIMIT.toSeconds()));
  }
}
