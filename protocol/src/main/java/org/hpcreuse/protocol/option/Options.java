/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.option;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Every option of the project. Those of the pool are in the pool's {@code pool.properties}; those
 * of the executor are in yarn-site.xml.
 */
public final class Options {
  /** What an executor does with a container that cannot go into a slot. */
  public enum Fallback {
    FORK,
    WAIT,
    FAIL
  }

  /** What an executor does with a container whose JVM options only tune. */
  public enum JvmFlags {
    IGNORE,
    FORK
  }

  /** What containers of one slot may share. */
  public enum Isolation {
    /** The JVM and the framework's classes; their state is reset in between. */
    SHARED,
    /** The JVM; the slot loads the framework again after each container. */
    FULL,
    /** Nothing: a slot's JVM runs one container. */
    SINGLE_USE
  }

  /** What a slot does about a difference to its baseline that no rule explains. */
  public enum UnknownState {
    /** It is replaced before it takes another container. */
    REPLACE,
    /** It says so in its log, and goes on. */
    REPORT
  }

  /** What a slot does with a user's classes when their container is over. */
  public enum UserCode {
    /** It drops them: each container loads its own. */
    FRESH,
    /** It keeps them for the next container of the application, and resets their statics. */
    KEPT
  }

  /** What the fixed sleeps of MapReduce become in a slot. */
  public enum MapReduceWaits {
    /** They end when what they wait for has happened. */
    EVENTS,
    /** They stay as they are. */
    STOCK
  }

  /** How much a slot trains its JVM while it is idle, before its first containers. */
  public enum Training {
    /** Not at all. */
    OFF(0),
    /** Until what runs most often is compiled. */
    LIGHT(3),
    /** Until more training brings no more. */
    FULL(12);

    private final int rounds;

    Training(int rounds) {
      this.rounds = rounds;
    }

    /** How many training jobs each slot process runs. */
    public int rounds() {
      return rounds;
    }
  }

  // Executor, in yarn-site.xml.

  public static final Option<String> POOL_DIR =
      text(
          "hpc-reuse.pool.dir",
          "directory",
          "",
          "The pool's directory on this node; it holds pool.properties.");

  public static final Option<Fallback> FALLBACK =
      new Option<>(
          "hpc-reuse.fallback",
          "fork, wait or fail",
          "",
          "fork",
          "What happens to a container that gets no slot. fork: it runs in a JVM of its own, as"
              + " in stock YARN; wait: it waits for a slot without bound; fail: it fails with the"
              + " reason in its diagnostics.",
          text -> Fallback.valueOf(text.toUpperCase(java.util.Locale.ROOT)));

  public static final Option<Long> HOLD_MS =
      number(
          "hpc-reuse.hold-ms",
          "ms",
          60_000,
          0,
          3_600_000,
          "How long a container waits for a free slot before the fallback decides. Containers"
              + " wait first come, first served. While a slot that fits starts with the pool, they"
              + " wait longer, unless this is 0. Stay well below mapreduce.task.timeout.");

  public static final Option<JvmFlags> JVM_FLAGS =
      new Option<>(
          "hpc-reuse.jvm-flags",
          "ignore or fork",
          "",
          "ignore",
          "What happens to a container whose JVM options decide how memory is laid out and collected,"
              + " what is compiled, or what the JVM logs. ignore: it runs in a slot without them,"
              + " and its stderr names them; fork: it runs in a JVM of its own. Options that the"
              + " slots have in hpc-reuse.slot.jvm-args, word for word, never matter.",
          text -> JvmFlags.valueOf(text.toUpperCase(java.util.Locale.ROOT)));

  // Pool, in pool.properties.

  public static final Option<String> SOCKET =
      text(
          "hpc-reuse.pool.socket",
          "file",
          "",
          "The pool manager's Unix socket, in a node-local directory of mode 0700. The path has"
              + " at most 100 bytes.");

  public static final Option<List<SlotClass>> SLOTS =
      new Option<>(
          "hpc-reuse.slots",
          "COUNTxHEAP_MB, comma separated",
          "MiB",
          "4x1024,1x1536",
          "Slots of this node by size. A container goes to the smallest size that fits.",
          SlotClass::parseList);

  public static final Option<Long> METRICS_PORT =
      number(
          "hpc-reuse.metrics-port",
          "",
          0,
          0,
          65_535,
          "Port of 127.0.0.1 on which the pool manager shows its metrics in Prometheus' text"
              + " format; 0 = none. Callers show the token in POOL_DIR/metrics-token.");

  public static final Option<Long> SPARES =
      number(
          "hpc-reuse.spares",
          "",
          1,
          0,
          1000,
          "Spares: slot processes beside those that hold a slot. A spare takes the number of a"
              + " slot process that is retired or dies.");

  public static final Option<String> MPI =
      new Option<>(
          "hpc-reuse.mpi",
          "4.1 or none",
          "",
          "4.1",
          "The MPI whose ranks the slots are: Open MPI 4.1, or none. Without MPI the slots are"
              + " children of the pool manager.",
          text -> {
            if (!text.equals("4.1") && !text.equals("none")) {
              throw new IllegalArgumentException("unknown MPI");
            }
            return text;
          });

  public static final Option<String> MPI_JAR =
      text("hpc-reuse.mpi.jar", "file", "", "The Open MPI Java bindings.");

  public static final Option<String> MPI_LIBRARY_PATH =
      text("hpc-reuse.mpi.library-path", "directory", "", "Where libmpi_java.so is.");

  public static final Option<String> MPIRUN =
      text("hpc-reuse.mpi.mpirun", "command", "mpirun", "The mpirun that belongs to the bindings.");

  public static final Option<String> MPIRUN_ARGS =
      text(
          "hpc-reuse.mpi.mpirun-args",
          "words",
          "",
          "Further options for mpirun, separated by blanks, for example --mca settings of a site.");

  public static final Option<Boolean> MPI_RENEWAL =
      flag(
          "hpc-reuse.mpi.renewal",
          true,
          "Whether an idle pool with slots outside MPI ends all of its slots and starts mpirun"
              + " again. false where one mpirun serves several nodes, since none of them could"
              + " start it.");

  public static final Option<String> JAVA_HOME =
      text("hpc-reuse.java-home", "directory", "", "The JDK the slots run on.");

  public static final Option<String> FRAMEWORK_CLASSPATH =
      text(
          "hpc-reuse.framework.classpath",
          "path list",
          "",
          "Jars (and dir/*) that make up the framework. Each slot loads them once, for all of its"
              + " containers.");

  public static final Option<String> CONF_DIR =
      text(
          "hpc-reuse.framework.conf-dir",
          "directory",
          "",
          "The HADOOP_CONF_DIR from which the framework reads its own defaults.");

  public static final Option<String> LEARNED_DIR =
      text(
          "hpc-reuse.framework.learned-dir",
          "directory",
          "",
          "Where «learn» keeps the names of the classes that it has found; empty = the pool's"
              + " directory.");

  public static final Option<String> LIB_DIR =
      text("hpc-reuse.lib-dir", "directory", "", "The directory that holds this project's jars.");

  public static final Option<String> FRAMEWORK_IMAGE =
      text(
          "hpc-reuse.framework.image",
          "directory",
          "",
          "The framework's classes as the slots' agents leave them, with a class data archive of"
              + " them. Slots that map it start in half the processor time. Empty, or of another"
              + " framework: slots read the jars.");

  public static final Option<String> SLOT_JVM_ARGS =
      text(
          "hpc-reuse.slot.jvm-args",
          "words",
          "-XX:+UseSerialGC -Xms64m -XX:ReservedCodeCacheSize=128m",
          "JVM options of every slot beside its heap, separated by blanks.");

  public static final Option<String> PEERS =
      text(
          "hpc-reuse.peers",
          "file",
          "",
          "A file with addresses, one a line, of the other machines that may connect to the ports"
              + " of a slot's containers. Without such a file all machines may. On this machine"
              + " only processes of the pool's user and of root can connect. Clusters made here"
              + " have such a file.");

  public static final Option<Long> SLOT_CPUS =
      number(
          "hpc-reuse.slot.cpus",
          "processors",
          0,
          0,
          4096,
          "Processors a slot's JVM sees (-XX:ActiveProcessorCount); 0 = all of the node.");

  public static final Option<Isolation> ISOLATION =
      new Option<>(
          "hpc-reuse.isolation",
          "shared, full or single-use",
          "",
          "shared",
          "What the containers of a slot share. shared: the JVM and the framework's classes,"
              + " whose state is reset after each container. full: the JVM; the slot loads the"
              + " framework again after each container. single-use: nothing, each slot process"
              + " runs one container; best with hpc-reuse.mpi = none, since a new process is not"
              + " an MPI rank.",
          text -> Isolation.valueOf(text.toUpperCase(java.util.Locale.ROOT).replace('-', '_')));

  public static final Option<UnknownState> UNKNOWN_STATE =
      new Option<>(
          "hpc-reuse.unknown-state",
          "replace or report",
          "",
          "replace",
          "What happens when a container has left something in the process that no rule of the"
              + " release explains: a file that native code has opened, a thread, a library, a"
              + " static field of the JDK. replace: the slot is replaced."
              + " report: its log names it, and the slot goes on; the next container may notice."
              + " See no-trace.md.",
          text -> UnknownState.valueOf(text.toUpperCase(java.util.Locale.ROOT)));

  public static final Option<UserCode> USER_CODE =
      new Option<>(
          "hpc-reuse.user-code",
          "fresh or kept",
          "",
          "fresh",
          "What happens to a user's classes when their container is over. fresh: they go, and the"
              + " next container loads its own. kept: the slot's next container with the same class"
              + " path uses them, with their compiled code, and initialises each again; what makes"
              + " that unsafe is found and logged, and the classes go. Only with hpc-reuse.isolation ="
              + " shared. See user-code.md.",
          text -> UserCode.valueOf(text.toUpperCase(java.util.Locale.ROOT)));

  /** More would push each other out of the slots. */
  private static final int MOST_PROFILES = 2;

  private static final Pattern PROFILE_NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

  public static final Option<List<String>> PROFILES =
      new Option<>(
          "hpc-reuse.profiles",
          "names separated by commas, at most " + MOST_PROFILES,
          "",
          "",
          "Profiles of classes that each slot loads while it is idle: those of Spark, for example, so"
              + " that its first application does not load them. «learn --profile» makes a profile."
              + " Only with hpc-reuse.user-code = kept. See frameworks.md.",
          Options::profiles);

  public static final Option<MapReduceWaits> MAPREDUCE_WAITS =
      new Option<>(
          "hpc-reuse.mapreduce-waits",
          "events or stock",
          "",
          "events",
          "What the fixed sleeps of MapReduce do in a slot. events: they end when what they wait for"
              + " has happened, so that short jobs do not wait for heartbeats; stock: they are as"
              + " in a forked JVM.",
          text -> MapReduceWaits.valueOf(text.toUpperCase(java.util.Locale.ROOT)));

  public static final Option<Training> TRAINING =
      new Option<>(
          "hpc-reuse.training",
          "off, light or full",
          "",
          "full",
          "How many small MapReduce jobs each slot runs in itself to compile Hadoop's code, while the"
              + " pool is idle: none, 3 or 12. A slot stops at once when a container comes, and goes on"
              + " when the pool is idle again. Only with hpc-reuse.isolation = shared.",
          text -> Training.valueOf(text.toUpperCase(java.util.Locale.ROOT)));

  public static final Option<Long> FORK_HEADROOM_MB =
      number(
          "hpc-reuse.fork-headroom-mb",
          "MiB",
          0,
          0,
          100_000_000,
          "Memory for containers that are forked beside the slots; 0 = they are not counted. When"
              + " the forked containers that run together may need more, free slots leave until"
              + " these are over. On clusters made here it is what the node has left.");

  public static final Option<Long> START_TIMEOUT_MS =
      number(
          "hpc-reuse.start-timeout-ms",
          "ms",
          300_000,
          1_000,
          3_600_000,
          "How long the pool may take until all of its slots have reported.");

  public static final Option<Long> RECONNECT_MS =
      number(
          "hpc-reuse.reconnect-ms",
          "ms",
          30_000,
          1_000,
          600_000,
          "How long a slot looks for the pool manager when its connection has broken. Its"
              + " container goes on meanwhile. Then the slot ends, and the executor reports the"
              + " container as lost a little later. The keeper of the manager pauses for a third"
              + " of it at most before it starts the next one. Below 15000, containers may be"
              + " lost with a manager on a busy node.");

  public static final Option<Long> KILL_GRACE_MS =
      number(
          "hpc-reuse.kill-grace-ms",
          "ms",
          2_000,
          0,
          600_000,
          "How long the threads of a container that was killed or has exited may take to end."
              + " Then the slot's JVM is killed and replaced.");

  public static final Option<Long> ORPHAN_MS =
      number(
          "hpc-reuse.orphan-ms",
          "ms",
          900_000,
          1_000,
          86_400_000,
          "How long a container runs on without a NodeManager, until one takes it up again."
              + " Choose more than the time that the ResourceManager waits for a NodeManager"
              + " (yarn.nm.liveness-monitor.expiry-interval-ms).");

  public static final Option<Long> RELEASE_TIMEOUT_MS =
      number(
          "hpc-reuse.release-timeout-ms",
          "ms",
          20_000,
          100,
          600_000,
          "How long the release of a container may take. Then the slot's JVM is killed and"
              + " replaced.");

  public static final Option<Long> MAX_USES =
      number(
          "hpc-reuse.retire.max-uses",
          "containers",
          0,
          0,
          1_000_000_000,
          "A slot is replaced after this many containers; 0 = never for this reason.");

  public static final Option<Long> MAX_LIVE_LOADERS =
      number(
          "hpc-reuse.retire.live-loaders",
          "class loaders",
          8,
          1,
          1_000_000,
          "A slot is replaced when more class loaders of ended containers than this are alive"
              + " after hpc-reuse.retire.loader-audits full collections.");

  public static final Option<Long> LOADER_AUDITS =
      number(
          "hpc-reuse.retire.loader-audits",
          "full collections",
          3,
          1,
          1_000_000,
          "A container's class loader counts as leaked when it has outlived this many full"
              + " collections.");

  public static final Option<Long> AUDIT_EVERY =
      number(
          "hpc-reuse.audit.every-containers",
          "containers",
          16,
          1,
          1_000_000,
          "A slot makes a full collection soon after so many containers have run, when another"
              + " slot is free. It counts the class loaders that outlive the collection. After four"
              + " times as many containers it no longer waits. A slot always collects when it is"
              + " idle, and after a container that has loaded native code.");

  public static final Option<Long> METASPACE_GROWTH =
      number(
          "hpc-reuse.retire.metaspace-growth-mb",
          "MiB",
          256,
          0,
          1_000_000,
          "A slot is replaced when its metaspace has grown by more than this since it was ready;"
              + " 0 = never for this reason.");

  public static final Option<Long> THREAD_GROWTH =
      number(
          "hpc-reuse.retire.thread-growth",
          "threads",
          64,
          0,
          1_000_000,
          "A slot is replaced when it has so many threads more than when it was ready; 0 = never"
              + " for this reason.");

  public static final Option<Long> FD_GROWTH =
      number(
          "hpc-reuse.retire.fd-growth",
          "descriptors",
          512,
          0,
          1_000_000,
          "A slot is replaced when it has so many file descriptors more than when it was ready; 0 ="
              + " never for this reason.");

  public static final Option<Long> RSS_GROWTH =
      number(
          "hpc-reuse.retire.rss-growth-mb",
          "MiB",
          0,
          0,
          100_000_000,
          "A slot whose resident memory, its heap included, has grown by more than this since it was"
              + " ready gives back what it can before it takes another container. When that is not"
              + " enough, it is replaced. 0 = it may hold what «up» counts for it: its heap, 200 MiB,"
              + " and the classes of the pool's profiles.");

  public static final Option<Boolean> RETIRE_OUT_OF_MEMORY =
      flag(
          "hpc-reuse.retire.out-of-memory",
          true,
          "Whether a slot is replaced when its JVM has run out of heap or metaspace in a"
              + " container, caught or not. An OutOfMemoryError may strike any thread at any"
              + " place.");

  public static final Option<Long> TELEMETRY_MB =
      number(
          "hpc-reuse.telemetry-mb",
          "MiB",
          0,
          0,
          1_000_000,
          "How large each file for benchmarks may become, with the times of starts, launches and releases"
              + " (starts-*.jsonl, launches.jsonl, releases-*.jsonl among the pool's logs); 0 = none is written."
              + " The benchmarks set it for their own clusters.");

  private Options() {}

  /** All options, in the order of this file. */
  public static List<Option<?>> all() {
    List<Option<?>> options = new ArrayList<>();
    for (Field field : Options.class.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers()) && field.getType() == Option.class) {
        try {
          options.add((Option<?>) field.get(null));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return options;
  }

  private static List<String> profiles(String text) {
    List<String> names = text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    for (String name : names) {
      if (!PROFILE_NAME.matcher(name).matches()) {
        throw new IllegalArgumentException("\"" + name + "\" is no name of a profile");
      }
    }
    if (names.size() > MOST_PROFILES) {
      throw new IllegalArgumentException(names.size() + " profiles");
    }
    return names;
  }

  private static Option<Boolean> flag(String key, boolean byDefault, String meaning) {
    return new Option<>(
        key,
        "true or false",
        "",
        Boolean.toString(byDefault),
        meaning,
        text -> {
          if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("neither true nor false");
          }
          return Boolean.valueOf(text);
        });
  }

  private static Option<String> text(String key, String type, String byDefault, String meaning) {
    return new Option<>(key, type, "", byDefault, meaning, Function.identity());
  }

  private static Option<Long> number(
      String key, String unit, long byDefault, long min, long max, String meaning) {
    return new Option<>(
        key,
        "a whole number from " + min + " to " + max,
        unit,
        Long.toString(byDefault),
        meaning,
        text -> {
          long value;
          try {
            value = Long.parseLong(text);
          } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number", e);
          }
          if (value < min || value > max) {
            throw new IllegalArgumentException("out of range");
          }
          return value;
        });
  }
}
