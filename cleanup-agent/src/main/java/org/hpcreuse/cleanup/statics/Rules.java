/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;

/** What is looked at, what is restored and what is kept; each exception with its reason. */
public final class Rules {
  /** How many objects lie at most between a static field and what is restored. */
  public static final int DEPTH = 3;

  /** Atomic numbers. */
  public static final Rule NUMBER =
      new Rule(
          "number",
          Rule.Effect.KEEP,
          "atomic numbers count and give out ids; given out again, an id means two things");

  /** Classes whose first use is in a container. */
  public static final Rule LATE =
      new Rule(
          "late class",
          Rule.Effect.KEEP,
          "first used in a container: its baseline is what its own initialiser made");

  private static final Rule ID =
      new Rule("id", Rule.Effect.KEEP, "the next id to give out; see number");

  private static final Rule REGISTRATION =
      new Rule(
          "registration",
          Rule.Effect.ADD,
          "made by the initialisers of other classes, which run once");

  private static final Rule UNREAD =
      new Rule(
          "unread",
          Rule.Effect.UNREAD,
          "read once from the configuration of the first caller, which must be the container");

  private static final Rule COUNTS =
      new Rule(
          "counts of threads",
          Rule.Effect.KEEP,
          "emptied by a step of their own; Hadoop takes out those of ended threads at any time");

  private static final String HADOOP = "org.apache.hadoop.";
  private static final String THIRD_PARTY = HADOOP + "thirdparty.";

  private static final List<String> LOGGING =
      List.of("org.slf4j.", "org.apache.log4j.", "org.apache.commons.logging.");

  /** Packages of the JDK with data structures. */
  private static final List<String> PARTS =
      List.of("java.util.", "java.text.", "java.lang.StringBu", "java.lang.ref.");

  /**
   * Parts of the JDK itself, and what must not give the same twice. By name: a class of the JDK
   * that is loaded together with this one is not rewritten.
   */
  private static final Set<String> NO_PARTS =
      Set.of(
          "java.lang.ref.ReferenceQueue",
          "java.util.Currency",
          "java.util.Locale",
          "java.util.Random",
          "java.util.ResourceBundle",
          "java.util.ServiceLoader",
          "java.util.TimeZone",
          "java.util.Timer",
          "java.util.logging.Handler",
          "java.util.logging.Level",
          "java.util.logging.LogManager",
          "java.util.logging.Logger",
          "java.util.regex.Pattern",
          "java.util.zip.Deflater",
          "java.util.zip.Inflater",
          "java.util.zip.ZipFile");

  private static final Map<String, Rule> FIELDS = new HashMap<>();

  /** Names of the classes with a field whose state right after their initialiser is wanted. */
  private static final Set<String> WITH_UNREAD = new HashSet<>();

  /** Initialisers that fail in every JVM, so that a container is not to blame. */
  private static final Map<String, String> FAILING =
      Map.of(
          "com.google.inject.internal.aop.AnonymousClassDefiner",
          "needs Unsafe.defineAnonymousClass, which JDK 17 has no more");

  static {
    put(
        REGISTRATION,
        HADOOP + "conf.Configuration",
        List.of("defaultResources", "TAGS", "deprecationContext"));
    put(REGISTRATION, HADOOP + "io.WritableComparator", List.of("comparators"));
    put(REGISTRATION, HADOOP + "io.WritableFactories", List.of("CLASS_TO_FACTORY"));
    put(REGISTRATION, HADOOP + "ipc.Server", List.of("rpcKindMap"));
    put(REGISTRATION, HADOOP + "mapreduce.counters.CounterGroupFactory", List.of("s2i", "i2s"));
    put(
        REGISTRATION,
        "org.apache.avro.util.internal.Accessor",
        List.of("jsonPropertiesAccessor", "fieldAccessor", "resolvingGrammarGeneratorAccessor"));
    put(ID, HADOOP + "oncrpc.RpcUtil", List.of("xid"));
    put(COUNTS, HADOOP + "fs.FileSystem$Statistics", List.of("allData"));
    put(UNREAD, HADOOP + "security.token.Token", List.of("tokenKindMap"));
    put(UNREAD, HADOOP + "fs.FileSystem", List.of("SERVICE_FILE_SYSTEMS", "FILE_SYSTEMS_LOADED"));
    put(
        UNREAD,
        HADOOP + "mapreduce.counters.Limits",
        List.of("isInited", "GROUP_NAME_MAX", "COUNTER_NAME_MAX", "GROUPS_MAX", "COUNTERS_MAX"));
    put(
        UNREAD,
        HADOOP + "yarn.util.resource.ResourceUtils",
        List.of(
            "initializedResources",
            "initializedNodeResources",
            "readOnlyNodeResources",
            "resourceTypes",
            "nonCountableResourceTypes",
            "resourceTypesArray",
            "numKnownResourceTypes",
            "numNonCountableResourceTypes",
            "RESOURCE_NAME_TO_INDEX"));
  }

  private Rules() {}

  private static void put(Rule rule, String type, List<String> fields) {
    fields.forEach(field -> FIELDS.put(type + "." + field, rule));
    if (rule.effect() == Rule.Effect.UNREAD) {
      WITH_UNREAD.add(type);
    }
  }

  /** How a field is treated. */
  static Optional<Rule> of(Field field) {
    return Optional.ofNullable(
        FIELDS.get(field.getDeclaringClass().getName() + "." + field.getName()));
  }

  /** Whether the state right after the class's own initialiser is wanted. */
  public static boolean hasUnread(String className) {
    return WITH_UNREAD.contains(className);
  }

  /** Whether the class's initialiser fails for every caller. */
  public static boolean failsAnywhere(String className) {
    return FAILING.containsKey(className);
  }

  /** Whether the fields of Hadoop's own objects of that class are restored. */
  public static boolean isLookedInto(Class<?> type) {
    return type.getName().startsWith(HADOOP)
        && !type.getName().startsWith(THIRD_PARTY)
        && !type.isHidden()
        && !isMachinery(type)
        && !isProtocolBuffer(type);
  }

  /**
   * Whether a class of the framework's loader is of a library that Hadoop brings. What such an
   * object was is put back as memory, with everything that it leads to: caches and registries have
   * rules of their own, which hold again when all of it is as it was. Logging has a step of its
   * own.
   */
  static boolean isLibrary(Class<?> type) {
    String name = type.getName();
    return (!name.startsWith(HADOOP) || name.startsWith(THIRD_PARTY))
        && !isLogging(type)
        && !isWorker(type)
        && !isProtocolBuffer(type);
  }

  /** Whether a class is of logging, which a step of its own sets up for each container. */
  public static boolean isLogging(Class<?> type) {
    return LOGGING.stream().anyMatch(type.getName()::startsWith);
  }

  /** Whether an object that a library's leads to is part of it: a collection of the JDK, say. */
  static boolean isLibrarys(Object object) {
    Class<?> type = object.getClass();
    return type.getClassLoader() == null
        && PARTS.stream().anyMatch(type.getName()::startsWith)
        && !isNoPart(type)
        && !isWorker(type)
        && object != System.getProperties();
  }

  private static boolean isNoPart(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (NO_PARTS.contains(at.getName())) {
        return true;
      }
    }
    return false;
  }

  /** Whether the JVM or waiting threads may write to the fields that a class declares. */
  static boolean isLeftAlone(Class<?> type) {
    return type.getPackageName().equals("java.lang.ref")
        || type.getPackageName().equals("java.util.concurrent.locks");
  }

  private static boolean isWorker(Class<?> type) {
    return Thread.class.isAssignableFrom(type)
        || ClassLoader.class.isAssignableFrom(type)
        || ThreadLocal.class.isAssignableFrom(type)
        || Executor.class.isAssignableFrom(type);
  }

  private static boolean isMachinery(Class<?> type) {
    return isWorker(type)
        || java.lang.ref.Reference.class.isAssignableFrom(type)
        || Lock.class.isAssignableFrom(type);
  }

  /** Messages never change, except the hashes and sizes that they cache. */
  private static boolean isProtocolBuffer(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (at.getName().contains(".protobuf.")
          && !at.getName().startsWith("org.apache.hadoop.ipc.protobuf.")
          && !at.getName().startsWith("org.apache.hadoop.yarn.")) {
        return true;
      }
    }
    return false;
  }
}
