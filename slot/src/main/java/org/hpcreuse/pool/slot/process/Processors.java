/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * How long the processors on which this JVM may run have had nothing to do: neither for a container
 * nor for a client nor for one of Hadoop's daemons.
 *
 * @param proc {@code /proc} (proc(5))
 * @param clock {@link System#nanoTime}
 */
public record Processors(Path proc, LongSupplier clock) {
  /** A tick of {@code /proc/stat}, as everywhere on Linux: 100 in a second. */
  private static final Duration TICK = Duration.ofMillis(10);

  /** Columns of a processor's line behind its name: idle, and idle while a disk works. */
  private static final int IDLE = 4;

  private static final int IO_WAIT = 5;

  private static final String ALLOWED = "Cpus_allowed_list";
  private static final String PREFIX = "cpu";
  private static final String COUNT_OPTION = "-XX:ActiveProcessorCount=";

  /** Those of this machine. */
  public static Processors ofThisMachine() {
    return new Processors(Path.of("/proc"), System::nanoTime);
  }

  /**
   * The time without work, summed over processors, since the machine has started. Its steps are of
   * 10 ms for each processor.
   *
   * @param names of the processors' lines
   * @throws IOException when the kernel does not tell
   */
  private Duration idle(Set<String> names) throws IOException {
    long ticks = 0;
    try (BufferedReader lines = Files.newBufferedReader(proc.resolve("stat"))) {
      String line = lines.readLine();
      while (line != null && line.startsWith(PREFIX)) {
        String[] columns = line.split(" ", -1);
        if (names.contains(columns[0])) {
          ticks += Long.parseLong(columns[IDLE]) + Long.parseLong(columns[IO_WAIT]);
        }
        line = lines.readLine();
      }
    }
    if (ticks == 0) {
      throw new IOException(proc.resolve("stat") + " has no time of " + names);
    }
    return TICK.multipliedBy(ticks);
  }

  /**
   * How many there are. Not the JVM's number when an option gives that: it is for the garbage
   * collector of each slot.
   */
  public int count() {
    boolean isGiven =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .anyMatch(option -> option.startsWith(COUNT_OPTION));
    try {
      return isGiven ? allowed().size() : Runtime.getRuntime().availableProcessors();
    } catch (IOException e) {
      return Runtime.getRuntime().availableProcessors();
    }
  }

  /** The names of their lines; a set such as {@code 0-3,8} is written with both ends. */
  private Set<String> allowed() throws IOException {
    Path status = proc.resolve("self/status");
    String ranges = ProcessStatus.read(status, ALLOWED).get(ALLOWED);
    if (ranges == null) {
      throw new IOException(status + " has no line " + ALLOWED);
    }
    Set<String> names = new HashSet<>();
    for (String range : ranges.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int at = Integer.parseInt(ends[0]); at <= last; at++) {
        names.add(PREFIX + at);
      }
    }
    return names;
  }

  /**
   * How long the calling thread has waited for a processor so far.
   *
   * @return zero where the kernel does not count it
   */
  public Duration waited() {
    try {
      String[] columns =
          Files.readString(proc.resolve("thread-self/schedstat")).strip().split(" ", -1);
      return Duration.ofNanos(Long.parseLong(columns[1]));
    } catch (IOException e) {
      return Duration.ZERO;
    }
  }

  /** Looks again and again whether one of them is idle. For one thread. */
  public final class Look {
    /** Of a processor: how much of the time between two looks must have been without work. */
    private static final double IDLE_SHARE = 0.75;

    /**
     * Of all processors: the same. On a machine with many, several look at once, and each begins.
     */
    private static final double PART = 1.0 / 8;

    private Duration before = Duration.ZERO;
    private long at = clock.getAsLong();

    /**
     * Whether there was an idle one since the last look.
     *
     * @return false at the first look
     * @throws IOException when the kernel does not tell
     */
    public boolean seesIdle() throws IOException {
      long now = clock.getAsLong();
      Set<String> names = allowed();
      Duration sum = idle(names);
      boolean isIdle =
          !before.isZero()
              && sum.minus(before).toNanos()
                  >= Math.max(IDLE_SHARE, PART * names.size()) * (now - at);
      before = sum;
      at = now;
      return isIdle;
    }
  }
}
