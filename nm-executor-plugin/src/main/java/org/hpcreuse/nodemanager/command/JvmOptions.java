/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.FallbackReason;

/**
 * JVM options that may be left out in a slot, because they change speed or warm-up only and the
 * slot's JVM has been tuned by the pool, or because every slot has them anyway. All others are a
 * reason to fork: limits (stack, metaspace, direct memory), agents, assertions, dumps, logs.
 */
final class JvmOptions {
  private static final Set<String> MODULE_OPTIONS = Set.of("--add-opens", "--add-exports");

  /** What YARN's own {@code <ADD_OPENS>} stands for; the slots are started with these. */
  private static final Set<String> MODULE_ACCESS =
      Set.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.dns=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.util=ALL-UNNAMED");

  /** Speed only. The slot's heap is as large as asked; how it is laid out is the pool's affair. */
  private static final List<Pattern> SPEED_ONLY =
      List.of(
          Pattern.compile("-server|-client|-d64"),
          Pattern.compile("-Xms\\d+[kKmMgG]?|-Xmn\\d+[kKmMgG]?"),
          Pattern.compile("-XX:[+-]Use(Serial|Parallel|ParallelOld|G1|Z|Shenandoah)GC"),
          Pattern.compile("-XX:(New|Survivor)Ratio=\\d+"),
          Pattern.compile("-XX:(Parallel|Conc)GCThreads=\\d+"),
          Pattern.compile("-XX:(MaxGCPauseMillis|GCTimeRatio|InitiatingHeapOccupancyPercent)=\\d+"),
          Pattern.compile("-XX:[+-]TieredCompilation|-XX:TieredStopAtLevel=[0-4]"),
          Pattern.compile("-XX:(ReservedCodeCacheSize|CICompilerCount)=\\d+[kKmMgG]?"),
          Pattern.compile("-Xshare:(auto|on|off)|-XX:SharedArchiveFile=.*"));

  /** What an option is called: up to its first digit, {@code =} or {@code :}. */
  private static final Pattern NAME = Pattern.compile("--?(XX:[+-]?)?[A-Za-z-]{1,40}");

  private JvmOptions() {}

  static boolean takesModuleValue(String option) {
    return MODULE_OPTIONS.contains(option);
  }

  static void requireHarmless(String option) throws NotEligibleException {
    if (MODULE_ACCESS.contains(option)
        || SPEED_ONLY.stream().anyMatch(p -> p.matcher(option).matches())) {
      return;
    }
    throw new NotEligibleException(FallbackReason.JVM_FLAG, nameOf(option));
  }

  /** Without its value, which may come from the environment and be a secret. */
  private static String nameOf(String option) {
    Matcher name = NAME.matcher(option);
    return name.lookingAt() ? name.group() : "an option";
  }
}
