/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import java.util.List;
import java.util.regex.Pattern;

/** What may differ, and why. Everything else must be the same. */
final class AllowedDifferences {
  /** Between a forked JVM and a slot. */
  static final AllowedDifferences FORK_AND_SLOT =
      new AllowedDifferences(
          List.of(
              Rule.of(
                  "bean\\.java\\.lang:name:.*,type:(MemoryPool|GarbageCollector)",
                  "a slot has the collector and code cache of its own options"),
              Rule.of("fd\\..*", "a slot has a log, connections, and its framework's jars open"),
              Rule.of(
                  "thread\\.(main/(main|slot-.*|JNA Cleaner)|slot-.*|system/.*"
                      + "|.*StatisticsDataReferenceCleaner)",
                  "a slot's own threads, and those that the framework has started in it"),
              Rule.of(
                  "loader\\.chain", "a container has loaders of its own; what they find is equal"),
              Rule.of("exit\\.files", "the slot's own native library of JNA"),
              Rule.of(
                  "property\\.(jna\\.loaded|jna\\.platform.*|jnidispatch\\.path)",
                  "set by the slot's own JNA"),
              Rule.of(
                  "property\\.(jetty\\.git\\.hash|sun\\.font\\.fontmanager)",
                  "set by initialisers of the framework, which have run in the slot"),
              Rule.of(
                  "property\\.java\\.library\\.path",
                  "a slot's own holds MPI; a container has it when its command names it"),
              Rule.of(
                  "static\\..*audit\\.CommonAuditContext\\..*",
                  "a random id of the process, which the containers of a slot share"),
              Rule.of(
                  "static\\..*ProfileServlet\\.OUTPUT_DIR",
                  "read from java.io.tmpdir by an initialiser; no container serves that page"),
              Rule.of(
                  "static\\..*TaskLog\\.LOG_DIR",
                  "read from hadoop.log.dir by an initialiser; tasks under YARN do not ask it"),
              Rule.of(
                  "static\\..*SecureIOUtils\\.rawFilesystem",
                  "made by an initialiser, in the directory of then; only given absolute paths"),
              Rule.of(
                  "static\\..*(WritableComparator\\.comparators"
                      + "|WritableFactories\\.CLASS_TO_FACTORY)",
                  "registered by initialisers of classes that only the slot has used"),
              Rule.of("static\\..*RpcUtil\\.xid", "an id source that starts with the clock"),
              Rule.of(
                  "static\\..*UserGroupInformation\\.loginUserRef",
                  "holds classes of the container's loader, by name")));

  /** Between a slot that is an MPI rank and one that is not. */
  static final AllowedDifferences RANK =
      new AllowedDifferences(
          List.of(
              Rule.of("process\\.SigCgt", "a signal handler of Open MPI's own"),
              Rule.of(
                  "property\\.sun\\.stdout\\.encoding",
                  "mpirun gives its ranks a terminal as standard output")));

  /** Between the first container of a slot and the second, after none that is hostile. */
  static final AllowedDifferences SECOND_CONTAINER =
      new AllowedDifferences(
          List.of(
              Rule.of(
                  "hadoop\\.(cache|hooks|statistics|metrics)"
                      + "|static\\..*(fs\\.FileSystem\\..*|FsTracer\\.instance|globalTracer"
                      + "|ExpressionFactory\\.INSTANCE|GaloisField\\.instances"
                      + "|RecordFactoryPBImpl\\.self|recordFactory|Records\\.factory"
                      + "|SaslMechanismFactory\\.mechanism|ReflectionUtils\\.CONSTRUCTOR_CACHE"
                      + "|ShutdownHookManager\\.MGR|WritableComparator\\.comparators"
                      + "|SecureIOUtils\\.rawFilesystem|UserGroupInformation\\..*)",
                  "left by initialisers of classes that the probe is the first to use: they run once"),
              Rule.of(
                  "fd\\.(jar|socket)|thread\\.(system/.*|slot-.*)",
                  "opened and started when first needed"),
              Rule.of(
                  "property\\.(jetty\\.git\\.hash|sun\\.font\\.fontmanager)",
                  "set by initialisers of the framework, which run once")));

  /** Between two containers of one slot. */
  static final AllowedDifferences CONTAINERS =
      new AllowedDifferences(
          List.of(
              Rule.of(
                  "thread\\.(main/CompletableFutureDelayScheduler|system/.*|slot-.*)",
                  "threads of the JDK and the slot, started when first needed"),
              Rule.of(
                  "fd\\.(jar|socket)", "jars are opened when first needed; MPI connects at will"),
              Rule.of(
                  "thread\\.main/(main|slot-.*|JNA Cleaner)",
                  "a slot's own threads get the framework's loader when a container has turned them"),
              Rule.of(
                  "property\\.(jetty\\.git\\.hash|sun\\.font\\.fontmanager)",
                  "set by initialisers of the framework, which run once")));

  /**
   * One thing that may differ.
   *
   * @param keys the probe's keys
   * @param reason why it may
   */
  record Rule(Pattern keys, String reason) {
    static Rule of(String keys, String reason) {
      return new Rule(Pattern.compile(keys), reason);
    }

    boolean covers(Seen.Difference difference) {
      return keys.matcher(difference.key()).matches();
    }
  }

  private final List<Rule> rules;

  private AllowedDifferences(List<Rule> rules) {
    this.rules = rules;
  }

  List<Rule> rules() {
    return rules;
  }

  /** Those that no rule covers. */
  List<Seen.Difference> forbidden(List<Seen.Difference> differences) {
    return differences.stream()
        .filter(difference -> rules.stream().noneMatch(rule -> rule.covers(difference)))
        .toList();
  }
}
