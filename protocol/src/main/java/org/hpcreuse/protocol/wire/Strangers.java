/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The places of callers that have not proved yet who they are. A caller of ours proves it within
 * milliseconds. So when all places are taken, one loses its place that has had it for {@link
 * #PLACE}: callers that all come at once do not displace each other, and silent ones hold up the
 * others for no longer than that.
 *
 * <p>It is the oldest one of the address that has the most: a host that sends a crowd displaces its
 * own. Not thread-safe.
 *
 * @param <T> a caller
 */
public final class Strangers<T> {
  /** How long each has its place in any case. */
  public static final Duration PLACE = Duration.ofSeconds(2);

  private final int most;
  private final LongSupplier nanoTime;
  private final Map<T, Arrival> arrivals = new LinkedHashMap<>();

  private record Arrival(InetAddress address, long nanos) {}

  /**
   * Has nobody yet.
   *
   * @param most how many there may be at a time
   * @param nanoTime {@link System#nanoTime}
   */
  public Strangers(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
  }

  public void came(T caller, InetAddress address) {
    arrivals.put(caller, new Arrival(address, nanoTime.getAsLong()));
  }

  /** It has proved who it is, or has gone; nothing when it has lost its place already. */
  public void left(T caller) {
    arrivals.remove(caller);
  }

  public boolean isFull() {
    return arrivals.size() >= most;
  }

  /** How long it takes until one may lose its place, milliseconds; at most 0 when one may. */
  public long leftMs() {
    return oldestOfTheMost()
        .map(
            oldest ->
                PLACE.toMillis()
                    - TimeUnit.NANOSECONDS.toMillis(
                        nanoTime.getAsLong() - oldest.getValue().nanos()))
        .orElse(0L);
  }

  /** Takes the place of one that has had it for long enough; empty when none has. */
  public Optional<T> pushOut() {
    Optional<T> oldest = leftMs() > 0 ? Optional.empty() : oldestOfTheMost().map(Map.Entry::getKey);
    oldest.ifPresent(arrivals::remove);
    return oldest;
  }

  private Optional<Map.Entry<T, Arrival>> oldestOfTheMost() {
    Map<InetAddress, Integer> counts = new HashMap<>();
    arrivals.values().forEach(arrival -> counts.merge(arrival.address(), 1, Integer::sum));
    int highest = counts.values().stream().mapToInt(count -> count).max().orElse(0);
    return arrivals.entrySet().stream()
        .filter(entry -> counts.get(entry.getValue().address()) == highest)
        .findFirst();
  }
}
