/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The heaps of daemons, MiB. The usual ones are for tens of nodes and some hundred thousand files;
 * what needs more than that is said with {@code --daemon-heaps}.
 *
 * @param megabytes heap of each daemon
 */
public record DaemonHeaps(Map<Daemon, Integer> megabytes) {
  private static final Pattern HEAP = Pattern.compile("([a-z]+)=([1-9]\\d{0,6})");

  /** Less is taken for a mistake, such as a number of gigabytes. */
  private static final int LEAST_MB = 128;

  public DaemonHeaps {
    megabytes = new EnumMap<>(megabytes);
  }

  /**
   * Reads {@code --daemon-heaps}.
   *
   * @param text {@code DAEMON=MIB}, separated by commas or blanks; the others have what is usual
   * @throws IllegalArgumentException naming what is wrong and what is allowed
   */
  public static DaemonHeaps parse(String text) {
    Map<Daemon, Integer> heaps = new EnumMap<>(Daemon.class);
    for (Daemon daemon : Daemon.values()) {
      heaps.put(daemon, daemon.usualHeapMb());
    }
    for (String word : text.strip().split("[,\\s]+", -1)) {
      if (!word.isEmpty()) {
        Matcher heap = HEAP.matcher(word);
        if (!heap.matches() || Integer.parseInt(heap.group(2)) < LEAST_MB) {
          throw wrong(text, word);
        }
        heaps.put(daemon(heap.group(1), text, word), Integer.valueOf(heap.group(2)));
      }
    }
    return new DaemonHeaps(heaps);
  }

  private static Daemon daemon(String name, String text, String word) {
    return Arrays.stream(Daemon.values())
        .filter(daemon -> daemon.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> wrong(text, word));
  }

  private static IllegalArgumentException wrong(String text, String word) {
    return new IllegalArgumentException(
        String.format(
            "--daemon-heaps %s (in a job HPC_REUSE_DAEMON_HEAPS): %s must be DAEMON=MIB, DAEMON one"
                + " of %s, and MIB from %d on",
            text,
            word,
            Arrays.stream(Daemon.values()).map(Daemon::toString).collect(Collectors.joining(", ")),
            LEAST_MB));
  }

  /** Those of the daemons that a node has to run. */
  public DaemonHeaps on(NodeRole node) {
    Map<Daemon, Integer> heaps = new EnumMap<>(megabytes);
    heaps.keySet().retainAll(node.daemons());
    return new DaemonHeaps(heaps);
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return megabytes.entrySet().stream()
        .map(heap -> heap.getKey() + "=" + heap.getValue())
        .collect(Collectors.joining(","));
  }
}
