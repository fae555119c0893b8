/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What slots are known to do otherwise than a JVM of its own does, and why. */
final class KnownDifferences {
  private static final String ALL = ".*";

  /** Slots whose containers share one framework. */
  private static final String SHARED = "plain|neighbour-first|kept";

  private static final String LINKED =
      "the JVM has linked a class of the framework to a library that the job brings";

  private static final String EARLY = "a class of the framework has read it when the slot started";

  private static final String LATE =
      "a class that a container is the first to use keeps what it has read of its properties: the"
          + " slot is replaced; one that is used already does not notice a property set at run time";

  private static final String DEFAULTS =
      "classes of HDFS and YARN that the slot has initialised have added default resources";

  private static final String TRACE =
      "an exception that a class keeps from its initialiser holds the classes on the stack of the"
          + " first container that used it";

  private static final String UNKNOWN =
      "native code leaves descriptors, threads and a library, which costs the slot";

  private static final String RECORDS =
      "the JDK's ObjectMethods, which compares records, keeps a record's type until the next one";

  private static final List<Known> ALL_KNOWN =
      List.of(
          known("async.Events", SHARED, "audit: held by .* field terminationFuture ", TRACE),
          known(
              "async.Jobs",
              ALL,
              "spoil: slot lost",
              "a thread of Quartz's pool goes on after an interrupt"),
          sometimes(
              "async.Jobs",
              "audit: held by static java.beans.ThreadGroupContext",
              "the release forgets the beans of the containers' thread group, and Quartz has one of"
                  + " its own"),
          known(
              "cache.Providers",
              SHARED,
              "audit: held by static org.ehcache.core.util.ClassLoading",
              "Ehcache keeps a loader whose parent is the system loader of its first user"),
          known("commons.Lang", ALL, "spoil: .* has (tmp|user)=", EARLY),
          known(
              "groovy.Scripts",
              ALL,
              "audit: held by .* field classValueMap ",
              "classes of the JDK keep what a ClassValue of Groovy's has computed for them"),
          sometimes("hadoop.Clones", "audit: held by static java.lang.runtime", RECORDS),
          known("hadoop.Names", ALL, "has conf=", DEFAULTS),
          known("hadoop.Settings", ALL, "has resources=", DEFAULTS),
          known("hadoop.Shells", ALL, "spoil: .* has (home|none)=", EARLY),
          known(
              "hadoop.Sources",
              ALL,
              "has beans=",
              "the slot has initialised UserGroupInformation, whose metrics come with the system"),
          known("jdk.Figures", ALL, "has (bottom|depth)=", "the slot's methods call main()"),
          known("jdk.Mirrors", ALL, "has proxy=", "the JDK numbers proxies in the process"),
          known(
              "jdk.Mirrors",
              "kept",
              "has members=",
              "reflection shows the members that kept classes have in addition (docs/user-code.md)"),
          sometimes(
              "jdk.Services",
              "after a neighbour: .* has cache=|slot lost: step ReadOnceState|audit: held by static"
                  + " sun.awt.AppContext",
              "registries of java.desktop stay (docs/no-trace.md)"),
          known(
              "jna.Natives",
              SHARED,
              "after a neighbour: .* has protected=",
              "the framework's JNA keeps it in its native library"),
          known(
              "logging.Jul",
              ALL,
              "forked has closed=",
              "the release closes a handler when the container's standard output is closed already"),
          known("netty.NoCodecs", SHARED, "audit: held by .*ClassNotFoundException", TRACE),
          sometimes("spring.Contexts", "audit: held by static java.lang.runtime", RECORDS),
          sometimes("avro.Codecs", "slot lost", LINKED),
          sometimes("commons.ZstdPresent", "slot lost", LINKED),
          sometimes("compress.Framework", "slot lost", LINKED),
          sometimes("netty.Codecs", "slot lost", LINKED),
          sometimes("commons.Texts", "has property=|slot lost: step LateOptions", LATE),
          sometimes("netty.Globals", "has (allocator|direct)=|slot lost: step LateOptions", LATE),
          sometimes("netty.Globals", "audit: held by .* field terminationFuture ", TRACE),
          sometimes("netty.Loops", "has (three|direct)=|slot lost: step LateOptions", LATE),
          sometimes("netty.Loops", "audit: held by .* field terminationFuture ", TRACE),
          sometimes("zk.Buffers", "has (max|failed|read)=|slot lost: step LateOptions", LATE),
          sometimes("zk.Curators", "has timeout=|slot lost: step LateOptions", LATE),
          sometimes(
              "python.Scripts",
              "slot lost|audit: (held by static java.lang.ref.Finalizer|.*\"mapping\")",
              "in no JVM are classes of Jython collected that have run"),
          sometimes("javacpp.Blas", "slot lost|audit: .*\"(fd|mapping|native-thread)\"", UNKNOWN),
          sometimes("rocksdb.Store", "slot lost|audit: .*\"(fd|mapping|native-thread)\"", UNKNOWN));

  private KnownDifferences() {}

  /**
   * One of them.
   *
   * @param program the program that shows it
   * @param modes names of the slots in which it does
   * @param finding what the test finds then
   * @param always whether it is a failure when the test does not find it
   * @param reason why
   */
  record Known(String program, Pattern modes, Pattern finding, boolean always, String reason) {
    boolean isOf(String name) {
      return program.equals(name);
    }

    boolean covers(String text) {
      return finding.matcher(text).find();
    }
  }

  private static Known known(String program, String modes, String finding, String reason) {
    return new Known(program, Pattern.compile(modes), Pattern.compile(finding), true, reason);
  }

  /** What depends on the containers before it, or on how far the slot's warm-up is. */
  private static Known sometimes(String program, String finding, String reason) {
    return new Known(program, Pattern.compile(ALL), Pattern.compile(finding), false, reason);
  }

  static List<Known> of(String program, String mode) {
    return ALL_KNOWN.stream()
        .filter(known -> known.isOf(program) && known.modes.matcher(mode).matches())
        .toList();
  }

  /** The programs that the table names. */
  static Stream<String> programs() {
    return ALL_KNOWN.stream().map(Known::program);
  }
}
