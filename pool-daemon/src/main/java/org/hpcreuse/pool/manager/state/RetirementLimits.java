/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.protocol.SlotMemory;
import org.hpcreuse.protocol.files.ClassProfile;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.SlotFigure;

/**
 * What a slot's process may come to before it is replaced; 0 = no limit.
 *
 * @param uses containers
 * @param lastingLoaders container class loaders that have outlived several full collections
 * @param growth how much a figure may grow, in its own unit
 * @param memory what it may hold, which counts after a collection only
 */
public record RetirementLimits(
    long uses, long lastingLoaders, Map<SlotFigure, Long> growth, MemoryPromise memory) {
  private static final long KIB_PER_MIB = 1L << 10;

  static RetirementLimits of(PoolFiles files) {
    Map<SlotFigure, Long> growth = new LinkedHashMap<>();
    growth.put(SlotFigure.METASPACE, files.get(Options.METASPACE_GROWTH) * KIB_PER_MIB);
    growth.put(SlotFigure.THREADS, files.get(Options.THREAD_GROWTH));
    growth.put(SlotFigure.FDS, files.get(Options.FD_GROWTH));
    return new RetirementLimits(
        files.get(Options.MAX_USES),
        files.get(Options.MAX_LIVE_LOADERS),
        growth,
        MemoryPromise.of(files));
  }

  /** All of these but memory as one rule. */
  public RetirementRule rule() {
    RetirementRule rule =
        RetirementRule.maxUses(uses).or(RetirementRule.lastingLoaders(lastingLoaders));
    for (Map.Entry<SlotFigure, Long> limit : growth.entrySet()) {
      rule = rule.or(RetirementRule.growth(limit.getKey(), limit.getValue()));
    }
    return rule;
  }

  /**
   * The resident memory that a slot's process promises to keep to: that for which its node is
   * sized.
   *
   * <p>A process may have more from its start, for example with a heap that is touched then, or
   * with a very small one. It keeps its promise as long as it does not grow by much.
   *
   * @param growthMb how much it may grow since it was ready, MiB; 0 = as far as it has promised
   * @param profilesMb what the classes of profiles may take, MiB
   */
  public record MemoryPromise(long growthMb, long profilesMb) {
    static MemoryPromise of(PoolFiles files) {
      return new MemoryPromise(files.get(Options.RSS_GROWTH), profilesMb(files));
    }

    private static long profilesMb(PoolFiles files) {
      int classes = 0;
      if (files.get(Options.USER_CODE) == Options.UserCode.KEPT) {
        for (String name : files.get(Options.PROFILES)) {
          classes += classes(ClassProfile.named(files, name));
        }
      }
      return SlotMemory.ofClassesMb(classes);
    }

    /** None of a profile that cannot be read: no slot loads it, either. */
    private static int classes(Path profile) {
      try {
        return ClassProfile.read(profile).classes().size();
      } catch (IOException e) {
        return 0;
      }
    }

    /** Why the process does not keep to it, or empty. */
    public Optional<String> broken(SlotProcess process) {
      long now = residentKb(process);
      long promised = promisedKb(process);
      return now > promised
          ? Optional.of("memory: " + mb(now) + " MiB resident, promised " + mb(promised) + " MiB")
          : Optional.empty();
    }

    /** Whether the process keeps to it with so many classes more. */
    public boolean hasRoomFor(SlotProcess process, long classes) {
      long classesKb = SlotMemory.ofClassesMb(classes) * KIB_PER_MIB;
      return residentKb(process) + classesKb <= promisedKb(process);
    }

    private static long residentKb(SlotProcess process) {
      return process.figures().getOrDefault(SlotFigure.RSS.key(), 0L);
    }

    /**
     * What it may hold, KiB. What it had when it was ready counts as far as a container cannot have
     * left it before that.
     */
    private long promisedKb(SlotProcess process) {
      long now = residentKb(process);
      long growth = process.growth().getOrDefault(SlotFigure.RSS.key(), now); // not ready: unknown
      long readyKb = now - growth;
      if (growthMb > 0) {
        boolean isReady = process.growth().containsKey(SlotFigure.RSS.key());
        return isReady ? readyKb + growthMb * KIB_PER_MIB : Long.MAX_VALUE;
      }
      long promised = (SlotMemory.promisedMb(process.heapMb()) + profilesMb) * KIB_PER_MIB;
      long own = SlotMemory.OWN_MB * KIB_PER_MIB;
      return Math.max(promised, Math.min(readyKb, promised + own) + own / 2);
    }

    private static long mb(long kilobytes) {
      return kilobytes / KIB_PER_MIB;
    }
  }
}
