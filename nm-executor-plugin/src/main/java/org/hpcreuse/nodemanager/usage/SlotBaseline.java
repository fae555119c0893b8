/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.usage;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.hpcreuse.protocol.ProcessStat;

/**
 * What a slot had used when one container came into it. Static underneath, because YARN makes its
 * process trees by reflection and tells them nothing but the pid.
 *
 * <p>The next container may come before the NodeManager's thread of the last one has ended its
 * baseline: two baselines are never equal, whatever they hold, and each one ends only itself.
 * Thread-safe.
 */
public final class SlotBaseline {
  private static final int REMEMBERED = 10_000;
  private static final Map<String, SlotBaseline> CURRENT = new ConcurrentHashMap<>();

  /** When each slot process seen so far was started: a pid can come again as another process's. */
  private static final Map<String, Long> SLOTS =
      Collections.synchronizedMap(new RecentMap<>(REMEMBERED));

  private final String pid;
  private final SlotUsage usage;

  private SlotBaseline(String pid, SlotUsage usage) {
    this.pid = pid;
    this.usage = usage;
  }

  /** A container comes into a slot. */
  public static SlotBaseline begin(long slotPid) throws IOException {
    SlotBaseline baseline = new SlotBaseline(Long.toString(slotPid), know(slotPid));
    CURRENT.put(baseline.pid, baseline);
    return baseline;
  }

  /** Notes that a process is a slot, and returns what it uses now. */
  public static SlotUsage know(long slotPid) throws IOException {
    SlotUsage usage = SlotUsage.measure(slotPid);
    SLOTS.put(Long.toString(slotPid), usage.startTicks());
    return usage;
  }

  /** Whether a process is a known slot; one that is gone stays one. */
  public static boolean isSlot(String pid) {
    Long startTicks = SLOTS.get(pid);
    if (startTicks == null) {
      return false;
    }
    try {
      return ProcessStat.of(Long.parseLong(pid)).startTicks() == startTicks;
    } catch (IOException gone) {
      return true;
    }
  }

  /** The baseline of the container that a slot holds. */
  public static Optional<SlotBaseline> of(String pid) {
    return Optional.ofNullable(CURRENT.get(pid));
  }

  /** The container has left. */
  public void end() {
    CURRENT.remove(pid, this);
  }

  /** Whether its container is still the one in the slot. */
  public boolean isCurrent() {
    return equals(CURRENT.get(pid));
  }

  public SlotUsage usage() {
    return usage;
  }
}
