/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the options of the java launcher and of HotSpot are to a JVM that runs already. */
final class OptionKinds {
  /** What becomes of an option. */
  enum Kind {
    /** Where a 64-bit HotSpot of JDK 17 and later knows it, a program computes the same without. */
    NO_EFFECT,
    /**
     * It decides how memory is laid out and collected, what is compiled, or what the JVM logs: a
     * program computes the same without it. Limits of metaspace and of direct memory are among
     * these: a slot's are wider, and YARN watches a container's memory anyway.
     */
    TUNING,
    /** It opens or exports packages. */
    ACCESS,
    /** It says what happens when memory runs out. */
    OUT_OF_MEMORY,
    /** Limits of stacks, agents, assertions, dumps and all others. */
    OTHER
  }

  private static final List<Pattern> NO_EFFECT =
      patterns(
          "-server|-client",
          "-XX:[+-]IgnoreUnrecognizedVMOptions",
          "-XX:\\+Unlock(Experimental|Diagnostic)VMOptions",
          "--illegal-access=.*",
          // For newer JDKs, which allow the same without them, and warn.
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=(allow|warn)");

  private static final List<Pattern> TUNING =
      patterns(
          "-Xms\\d+[kKmMgGtT]?|-Xmn\\d+[kKmMgGtT]?",
          "-XX:(Initial|Min)HeapSize=\\d+[kKmMgGtT]?|-XX:(Max)?NewSize=\\d+[kKmMgGtT]?",
          "-XX:[+-]Use(Serial|Parallel|G1|Z|Shenandoah)GC",
          "-XX:[+-]Use(NUMA|NUMAInterleaving|LargePages|TransparentHugePages)",
          "-XX:[+-]Use(StringDeduplication|AdaptiveSizePolicy|GCOverheadLimit|CompressedOops)",
          "-XX:[+-](AlwaysPreTouch|ParallelRefProcEnabled|ExplicitGCInvokesConcurrent)",
          "-XX:[+-](ResizeTLAB|UseTLAB|ShrinkHeapInSteps|ScavengeBeforeFullGC)",
          "-XX:(New|Survivor)Ratio=\\d+|-XX:(Max|Initial)TenuringThreshold=\\d+",
          "-XX:(Min|Max)HeapFreeRatio=\\d+|-XX:(Initial|Min)RAMPercentage=[\\d.]+",
          "-XX:(Parallel|Conc)GCThreads=\\d+",
          "-XX:(MaxGCPauseMillis|GCPauseIntervalMillis|GCTimeRatio)=\\d+",
          "-XX:InitiatingHeapOccupancyPercent=\\d+",
          "-XX:G1[A-Za-z]{1,40}=\\d+[kKmMgG]?",
          "-XX:(Max|Initial)?(Metaspace|CompressedClassSpace|BootClassLoaderData)Size"
              + "=\\d+[kKmMgG]?",
          "-XX:(Max)?MetaspaceFreeRatio=\\d+|-XX:MaxDirectMemorySize=\\d+[kKmMgG]?",
          "-XX:[+-](TieredCompilation|UseCodeCacheFlushing)|-XX:TieredStopAtLevel=[0-4]",
          "-XX:(Initial|Reserved)CodeCacheSize=\\d+[kKmMgG]?|-XX:CICompilerCount=\\d+",
          "-Xshare:(auto|on|off)|-XX:SharedArchiveFile=.*",
          "-verbose(:(gc|class|module|jni))?",
          "-Xlog(:(?!help|async).*)?|-Xloggc:.+|-XX:[+-]PrintGC(Details)?",
          "-XX:[+-](PerfDisableSharedMem|UsePerfData|PrintCommandLineFlags)");

  private static final Pattern ACCESS = Pattern.compile("--add-(opens|exports)=.*");
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile("-XX:OnOutOfMemoryError=.*|-XX:[+-]ExitOnOutOfMemoryError");

  /** What an option is called: up to its first digit, {@code =} or {@code :}. */
  private static final Pattern NAME = Pattern.compile("--?(XX:[+-]?)?[A-Za-z-]{1,40}");

  private OptionKinds() {}

  private static List<Pattern> patterns(String... texts) {
    return java.util.Arrays.stream(texts).map(Pattern::compile).toList();
  }

  static Kind kindOf(String option) {
    if (isOne(NO_EFFECT, option)) {
      return Kind.NO_EFFECT;
    } else if (isOne(TUNING, option)) {
      return Kind.TUNING;
    } else if (ACCESS.matcher(option).matches()) {
      return Kind.ACCESS;
    }
    return OUT_OF_MEMORY.matcher(option).matches() ? Kind.OUT_OF_MEMORY : Kind.OTHER;
  }

  private static boolean isOne(List<Pattern> patterns, String option) {
    return patterns.stream().anyMatch(p -> p.matcher(option).matches());
  }

  /** Without its value, which may come from the environment and be a secret. */
  static String nameOf(String option) {
    Matcher name = NAME.matcher(option);
    return name.lookingAt() ? name.group() : "an option";
  }
}
