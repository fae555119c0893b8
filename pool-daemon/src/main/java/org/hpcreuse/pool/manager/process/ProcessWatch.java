/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.protocol.ProcessIdentity;

/**
 * Sees when processes are gone, children or not. It looks every {@link #CALM_MS}, and every {@link
 * #URGENT_MS} while one is expected to go. (The JDK's {@code ProcessHandle.onExit} would take a
 * thread per process that is not a child and look every 0.3 to 5 s; a slot's socket tells us of
 * most deaths at once, this is the second opinion.)
 */
public final class ProcessWatch {
  static final long CALM_MS = 1_000;
  static final long URGENT_MS = 5;

  /** After this long without being let go on, a stopped process is reported. */
  public static final long STOPPED_MS = 10_000;

  private final Clock time;
  private final Map<Long, ProcessIdentity> watched = new HashMap<>();
  private final List<ProcessIdentity> expected = new ArrayList<>();
  private final Map<Long, Long> stoppedSince = new HashMap<>();
  private long nextLookMs;

  public ProcessWatch(Clock time) {
    this.time = time;
  }

  /** Watches a process; one that is gone already is reported at the next look. */
  public void watch(long pid) {
    watched.computeIfAbsent(
        pid, p -> ProcessIdentity.of(p).orElseGet(() -> new ProcessIdentity(p, -1)));
    nextLookMs = time.nowMs();
  }

  /** Kills a process if it is the one that was watched. */
  public void kill(long pid) {
    Optional.ofNullable(watched.get(pid)).ifPresent(ProcessIdentity::kill);
    lookSoon(pid);
  }

  /** Looks often from now on: this process is about to go. */
  public void lookSoon(long pid) {
    ProcessIdentity process = watched.get(pid);
    if (process != null && !expected.contains(process)) {
      expected.add(process);
      nextLookMs = time.nowMs();
    }
  }

  /** When {@link #gone} wants to be called, on the monotonic clock. */
  public long nextLookMs() {
    return watched.isEmpty() ? Long.MAX_VALUE : nextLookMs;
  }

  /** The processes that have gone since the last look. */
  public List<Long> gone() {
    long now = time.nowMs();
    if (now < nextLookMs) {
      return List.of();
    }
    List<Long> gone =
        watched.values().stream()
            .filter(ProcessIdentity::isGone)
            .map(ProcessIdentity::pid)
            .toList();
    gone.forEach(watched::remove);
    stoppedSince.keySet().retainAll(watched.keySet());
    watched.values().forEach(process -> noteStop(process, now));
    expected.removeIf(p -> gone.contains(p.pid()));
    nextLookMs = now + (expected.isEmpty() ? CALM_MS : URGENT_MS);
    return gone;
  }

  private void noteStop(ProcessIdentity process, long now) {
    if (process.isStopped()) {
      stoppedSince.putIfAbsent(process.pid(), now);
    } else {
      stoppedSince.remove(process.pid());
    }
  }

  /** The processes that have been stopped for {@link #STOPPED_MS}. */
  public List<Long> stopped() {
    long now = time.nowMs();
    return stoppedSince.entrySet().stream()
        .filter(entry -> now - entry.getValue() >= STOPPED_MS)
        .map(Map.Entry::getKey)
        .toList();
  }
}
