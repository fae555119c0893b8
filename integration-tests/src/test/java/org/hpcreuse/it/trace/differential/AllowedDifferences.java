/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.differential;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.it.trace.hostile.Seen;

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
                  "thread\\.((main|slot)/(main|DestroyJavaVM|slot.*|JNA Cleaner|ForkJoinPool.*-delayScheduler)|slot-.*|(system|InnocuousThreadGroup|CarrierThreads)/.*"
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
                  "-> .*UserGroupInformation\\{subject=[^,]*Subject, user=[^,]*"
                      + "User\\{authMethod=SIMPLE, fullName=[^,]*, login=.*",
                  "its login holds classes by the loader that has found them")));

  /** Between a slot that is an MPI rank and one that is not. */
  static final AllowedDifferences RANK =
      new AllowedDifferences(
          List.of(
              Rule.of("process\\.SigCgt", "a signal handler of Open MPI's own"),
              Rule.of(
                  "property\\.sun\\.stdout\\.encoding",
                  "mpirun gives its ranks a terminal as standard output")));

  /**
   * Between the first container of a slot and the second, after none that is hostile: what the
   * initialisers of classes have left that the first has used before all others. They run once.
   * Which ones the slot has run itself depends on how long it was idle: not every rule is needed
   * each time.
   */
  static final AllowedDifferences SECOND_CONTAINER =
      new AllowedDifferences(
          List.of(
              Rule.of(
                  "hadoop\\.(cache|hooks|statistics)"
                      + "|static\\..*fs\\.FileSystem\\.(SERVICE_FILE_SYSTEMS|statisticsTable)",
                  "0 \\[\\]",
                  "an initialiser has asked for the local file system, which is closed since"),
              Rule.of(
                  "static\\..*fs\\.FileSystem\\.FILE_SYSTEMS_LOADED", "false", "as the one above"),
              Rule.of(
                  "static\\..*fs\\.FileSystem\\.CACHE",
                  ".* map=0 \\[\\].*",
                  "the same, where it is held"),
              Rule.of(
                  "static\\..*ShutdownHookManager\\.MGR",
                  ".*\\{hooks=0 \\[\\], shutdownInProgress=false\\}",
                  "the hook that closes it"),
              Rule.of(
                  "static\\..*(FsTracer\\.instance|Tracer\\$Builder\\.globalTracer"
                      + "|SaslMechanismFactory\\.mechanism)",
                  "null",
                  "made when first asked for"),
              Rule.of(
                  "static\\..*ReflectionUtils\\.CONSTRUCTOR_CACHE",
                  "[0-9]+ \\[class .*",
                  "an initialiser has had objects made"),
              Rule.of(
                  "static\\..*fs\\.shell\\.find\\.ExpressionFactory\\.INSTANCE",
                  "org\\.apache\\.hadoop\\.fs\\.shell\\.find\\.ExpressionFactory\\{.*",
                  "initialisers register themselves with it"),
              Rule.of(
                  "static\\..*GaloisField\\.instances",
                  "[0-9]+ \\[.*",
                  "an initialiser has asked for one"),
              Rule.of(
                  "static\\..*(RecordFactoryPBImpl\\.self|\\.recordFactory|Records\\.factory)",
                  "org\\.apache\\.hadoop\\.yarn\\.factories\\.impl\\.pb\\.RecordFactoryPBImpl\\{.*",
                  "the same factory; initialisers have had records made"),
              Rule.of(
                  "static\\..*WritableComparator\\.comparators",
                  "[0-9]+ \\[class org\\.apache\\.hadoop\\..*",
                  "initialisers register comparators of their own"),
              Rule.of(
                  "static\\..*SecureIOUtils\\.rawFilesystem",
                  "org\\.apache\\.hadoop\\.fs\\.RawLocalFileSystem\\{.*",
                  "its statistics start again"),
              Rule.of(
                  "fd\\.(jar|socket)|thread\\.((system|InnocuousThreadGroup|CarrierThreads)/.*|slot-.*)",
                  "opened and started when first needed")));

  /** Between two containers of one slot. */
  static final AllowedDifferences CONTAINERS =
      new AllowedDifferences(
          List.of(
              Rule.of(
                  "thread\\.(main/CompletableFutureDelayScheduler|(system|InnocuousThreadGroup)/.*|slot-.*)",
                  "threads of the JDK and the slot, started when first needed"),
              Rule.of(
                  "fd\\.(jar|socket)", "jars are opened when first needed; MPI connects at will"),
              Rule.of("fd\\./sys/fs/cgroup/.*", "the JVM itself looks at its cgroup, at any time"),
              Rule.of(
                  "thread\\.(main|slot)/(main|DestroyJavaVM|slot.*|JNA Cleaner|ForkJoinPool.*-delayScheduler)",
                  "a slot's own threads get the framework's loader when a container has turned them"),
              Rule.of(
                  "property\\.(jetty\\.git\\.hash|sun\\.font\\.fontmanager)",
                  "set by initialisers of the framework, which run once")));

  /** Between two containers of a slot that loads the framework again for each. */
  static final AllowedDifferences LOADED_AGAIN =
      CONTAINERS.and(
          Rule.of(
              "static\\..*audit\\.CommonAuditContext\\.(PROCESS_ID|GLOBAL_CONTEXT_MAP)",
              "a random id of each load, as each forked JVM has its own"),
          Rule.of("static\\..*RpcUtil\\.xid", "an id source that starts with the clock"),
          Rule.of(
              "static\\..*SecureIOUtils\\.rawFilesystem",
              "org\\.apache\\.hadoop\\.fs\\.RawLocalFileSystem\\{.*",
              "made by an initialiser of each load, in the directory of then"),
          Rule.of(
              "static\\..*ProfileServlet\\.OUTPUT_DIR",
              "read from java.io.tmpdir by an initialiser: the slot's when it was idle long enough"
                  + " to come to it, else the container's, as in a fork"));

  /** Between two containers that run in two processes of a slot, one after the other. */
  static final AllowedDifferences OTHER_PROCESS =
      LOADED_AGAIN.and(
          Rule.of(
              "exit\\.files|property\\.jnidispatch\\.path",
              ".*/jna[0-9]+\\.tmp\\]?",
              "each process unpacks the slot's own native library of JNA"),
          Rule.of(
              "fd\\.(.*/pool/logs/slot-[0-9]+-[0-9]+\\.log|/tmp/ffi\\w+ \\(deleted\\))",
              "each process has a log and the memory of its own libffi"));

  /** Between two containers of a slot that keeps a user's classes. */
  static final AllowedDifferences KEPT = CONTAINERS.and(keptLoader());

  /** Between the first two containers of such a slot. */
  static final AllowedDifferences SECOND_KEPT = SECOND_CONTAINER.and(keptLoader());

  private static Rule keptLoader() {
    return Rule.of(
        "loader\\.chain",
        "org\\.hpcreuse\\.classloader\\.(Shared)?ContainerLoader "
            + "org\\.hpcreuse\\.classloader\\.SharedApiLoader \\S*PlatformClassLoader ",
        "an application whose classes cannot be kept has a loader for each container");
  }

  /**
   * One thing that may differ.
   *
   * @param keys the probe's keys
   * @param after what the second of the two may show: "null" where it does not show the key
   * @param reason why it may
   */
  record Rule(Pattern keys, Pattern after, String reason) {
    static Rule of(String keys, String reason) {
      return of(keys, ".*", reason);
    }

    static Rule of(String keys, String after, String reason) {
      return new Rule(Pattern.compile(keys), Pattern.compile(after, Pattern.DOTALL), reason);
    }

    boolean covers(Seen.Difference difference) {
      return keys.matcher(difference.key()).matches()
          && after.matcher(String.valueOf(difference.after())).matches();
    }
  }

  private final List<Rule> rules;

  private AllowedDifferences(List<Rule> rules) {
    this.rules = rules;
  }

  private AllowedDifferences and(Rule... more) {
    return new AllowedDifferences(Stream.concat(rules.stream(), Stream.of(more)).toList());
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
