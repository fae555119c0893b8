/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.LinkedHashMap;
import java.util.Map;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.SlotFigure;

/**
 * What a slot's process may come to before it is replaced; 0 = no limit.
 *
 * @param uses containers
 * @param lastingLoaders container class loaders that have outlived several full collections
 * @param growth how much a figure may grow, in its own unit
 */
public record RetirementLimits(long uses, long lastingLoaders, Map<SlotFigure, Long> growth) {
  private static final long KIB_PER_MIB = 1L << 10;

  static RetirementLimits of(PoolFiles files) {
    Map<SlotFigure, Long> growth = new LinkedHashMap<>();
    growth.put(SlotFigure.METASPACE, files.get(Options.METASPACE_GROWTH) * KIB_PER_MIB);
    growth.put(SlotFigure.THREADS, files.get(Options.THREAD_GROWTH));
    growth.put(SlotFigure.FDS, files.get(Options.FD_GROWTH));
    growth.put(SlotFigure.RSS, files.get(Options.RSS_GROWTH) * KIB_PER_MIB);
    return new RetirementLimits(
        files.get(Options.MAX_USES), files.get(Options.MAX_LIVE_LOADERS), growth);
  }

  /** All of these as one rule. */
  public RetirementRule rule() {
    RetirementRule rule =
        RetirementRule.maxUses(uses).or(RetirementRule.lastingLoaders(lastingLoaders));
    for (Map.Entry<SlotFigure, Long> limit : growth.entrySet()) {
      rule = rule.or(RetirementRule.growth(limit.getKey(), limit.getValue()));
    }
    return rule;
  }
}
