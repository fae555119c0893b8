/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.hpcreuse.protocol.ProcessStat;

/**
 * What all processors of this machine have done since it was started (proc(5), the first line of
 * /proc/stat). Time stolen by other guests of the host counts as neither busy nor idle.
 *
 * @param busyTicks clock ticks of work
 * @param allTicks clock ticks of work and of none
 */
public record MachineTime(long busyTicks, long allTicks) {
  private static final Path STAT = Path.of("/proc/stat");

  private static final double BUSY_SHARE = 0.2;
  private static final Duration QUIET_WINDOW = Duration.ofSeconds(2);
  private static final Duration QUIET_LIMIT = Duration.ofSeconds(90);

  /** Columns of that line, without its name. */
  private static final int IDLE = 3;

  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  /** Until now. */
  public static MachineTime now() throws IOException {
    return parse(Files.readString(STAT));
  }

  static MachineTime parse(String stat) {
    long[] ticks =
        Arrays.stream(stat.lines().findFirst().orElseThrow().split(" +"))
            .skip(1)
            .mapToLong(Long::parseLong)
            .toArray();
    long all = Arrays.stream(ticks, 0, STEAL).sum();
    return new MachineTime(all - ticks[IDLE] - ticks[IO_WAIT], all);
  }

  /** How long the processors have worked since then, ms. */
  public long busyMsSince(MachineTime before) {
    return (busyTicks - before.busyTicks) * ProcessStat.MS_PER_TICK;
  }

  /** The part of the time since then in which the processors were busy, from 0 to 1. */
  public double busyShareSince(MachineTime before) {
    long all = allTicks - before.allTicks;
    return all == 0 ? 0 : (double) (busyTicks - before.busyTicks) / all;
  }

  /**
   * Returns when the processors were idle for most of two seconds, or after a limit, which a line
   * says: slots that have just started warm up for some seconds more, and what runs meanwhile, in
   * whichever arm, would be timed beside that.
   */
  public static void awaitQuiet(Consumer<String> say) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + QUIET_LIMIT.toNanos();
    double busy;
    do {
      MachineTime before = now();
      TimeUnit.NANOSECONDS.sleep(QUIET_WINDOW.toNanos());
      busy = now().busyShareSince(before);
      if (busy <= BUSY_SHARE) {
        return;
      }
    } while (System.nanoTime() < deadline);
    say.accept(
        String.format(
            "the processors are still busy %.0f %% of the time after %d s of waiting; going on",
            busy * 100, QUIET_LIMIT.toSeconds()));
  }
}
