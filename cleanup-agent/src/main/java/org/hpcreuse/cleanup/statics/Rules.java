/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private static final Map<String, Rule> FIELDS = new HashMap<>();

  /** Initialisers that fail in every JVM, so that a container is not to blame. */
  private static final Map<String, String> FAILING =
      Map.of(
          "com.google.inject.internal.aop.AnonymousClassDefiner",
          "needs Unsafe.defineAnonymousClass, which JDK 17 has no more");

  static {
    String hadoop = "org.apache.hadoop.";
    put(
        REGISTRATION,
        hadoop + "conf.Configuration",
        List.of("defaultResources", "TAGS", "deprecationContext"));
    put(REGISTRATION, hadoop + "io.WritableComparator", List.of("comparators"));
    put(REGISTRATION, hadoop + "io.WritableFactories", List.of("CLASS_TO_FACTORY"));
    put(REGISTRATION, hadoop + "ipc.Server", List.of("rpcKindMap"));
    put(REGISTRATION, hadoop + "mapreduce.counters.CounterGroupFactory", List.of("s2i", "i2s"));
    put(
        REGISTRATION,
        "org.apache.avro.util.internal.Accessor",
        List.of("jsonPropertiesAccessor", "fieldAccessor", "resolvingGrammarGeneratorAccessor"));
    put(ID, hadoop + "oncrpc.RpcUtil", List.of("xid"));
    put(UNREAD, hadoop + "security.token.Token", List.of("tokenKindMap"));
    put(UNREAD, hadoop + "fs.FileSystem", List.of("SERVICE_FILE_SYSTEMS", "FILE_SYSTEMS_LOADED"));
    put(
        UNREAD,
        hadoop + "mapreduce.counters.Limits",
        List.of("isInited", "GROUP_NAME_MAX", "COUNTER_NAME_MAX", "GROUPS_MAX", "COUNTERS_MAX"));
    put(
        UNREAD,
        hadoop + "yarn.util.resource.ResourceUtils",
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
  }

  /** How a field is treated. */
  static Optional<Rule> of(Field field) {
    return Optional.ofNullable(
        FIELDS.get(field.getDeclaringClass().getName() + "." + field.getName()));
  }

  /** Whether the state right after the class's own initialiser is wanted. */
  public static boolean hasUnread(String className) {
    return FIELDS.entrySet().stream()
        .anyMatch(
            entry -> entry.getValue().equals(UNREAD) && entry.getKey().startsWith(className + "."));
  }

  /** Whether the class's initialiser fails for every caller. */
  public static boolean failsAnywhere(String className) {
    return FAILING.containsKey(className);
  }

  /**
   * Whether an object's fields are restored. Hadoop's own are. The libraries it brings are
   * machinery with invariants of their own (buffer pools, injectors, descriptors): of these only
   * static fields are, and containers that these hold.
   */
  public static boolean isLookedInto(Class<?> type) {
    return type.getName().startsWith("org.apache.hadoop.")
        && !type.getName().startsWith("org.apache.hadoop.thirdparty.")
        && !type.isHidden()
        && !isMachinery(type)
        && !isProtocolBuffer(type);
  }

  private static boolean isMachinery(Class<?> type) {
    return List.of(
            Thread.class,
            ClassLoader.class,
            ThreadLocal.class,
            java.lang.ref.Reference.class,
            Executor.class,
            Lock.class)
        .stream()
        .anyMatch(machinery -> machinery.isAssignableFrom(type));
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
