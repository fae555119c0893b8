/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Waits until this machine has little to do: slots that have just started warm up for some seconds
 * more, and what runs meanwhile, in whichever arm, would be timed beside that.
 */
final class Quiet {
  private static final Path STAT = Path.of("/proc/stat");
  private static final double BUSY_SHARE = 0.2;
  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** Columns of the first line of /proc/stat (proc(5)), without its name. */
  private static final int IDLE = 3;

  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  private Quiet() {}

  /**
   * Returns when the processors were idle for most of two seconds, or after a limit.
   *
   * @param say gets a line when the limit was reached
   */
  static void await(Consumer<String> say) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    double busy;
    do {
      long[] before = ticks(Files.readString(STAT));
      TimeUnit.NANOSECONDS.sleep(WINDOW.toNanos());
      busy = busyShare(before, ticks(Files.readString(STAT)));
      if (busy <= BUSY_SHARE) {
        return;
      }
    } while (System.nanoTime() < deadline);
    say.accept(
        String.format(
            "the processors are still busy %.0f %% of the time after %d s of waiting; going on",
            busy * 100, LIMIT.toSeconds()));
  }

  /** Clock ticks since boot by what they were spent on, summed over all processors. */
  static long[] ticks(String stat) {
    return Arrays.stream(stat.lines().findFirst().orElseThrow().split(" +"))
        .skip(1)
        .mapToLong(Long::parseLong)
        .toArray();
  }

  /** Time stolen by other guests of the host counts as neither busy nor idle. */
  static double busyShare(long[] before, long[] after) {
    long all = 0;
    for (int column = 0; column < STEAL; column++) {
      all += after[column] - before[column];
    }
    long idle = after[IDLE] - before[IDLE] + after[IO_WAIT] - before[IO_WAIT];
    return all == 0 ? 0 : (double) (all - idle) / all;
  }
}
