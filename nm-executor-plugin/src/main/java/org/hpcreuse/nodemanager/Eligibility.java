/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** May this container run in a slot? Pure: it looks at nothing but its arguments. */
final class Eligibility {
  static final String MODE_VARIABLE = "HPC_REUSE_MODE";
  private static final String RUNTIME_VARIABLE = "YARN_CONTAINER_RUNTIME_TYPE";
  private static final List<String> STOCK_RUNTIMES = List.of("", "default");

  /** The JVM takes options from these by itself. */
  private static final List<String> OPTION_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");

  /** Read by the dynamic linker, the C library or the JDK when a process starts. */
  private static final List<String> PROCESS_VARIABLES =
      List.of("LD_PRELOAD", "LD_AUDIT", "LANG", "LC_ALL", "LC_CTYPE", "TZ");

  private Eligibility() {}

  /**
   * What the node is like.
   *
   * @param user user the NodeManager and the slots run as
   * @param environment the NodeManager's environment; the pool is started from the same
   * @param obstacle a setting that only forked containers can honour; empty when there is none
   */
  record Node(String user, Map<String, String> environment, String obstacle) {}

  /** A container of another user is refused, never forked. */
  static void requireOwnUser(Node node, String user) throws NotForSlot {
    if (!node.user().equals(user)) {
      throw new NotForSlot(
          Reason.WRONG_USER,
          "container of user "
              + user
              + ", but this NodeManager and its slots run as "
              + node.user());
    }
  }

  /** What can be said from the environment as the container asked for it. */
  static void requireWanted(Node node, Map<String, String> asked) throws NotForSlot {
    if (asked.getOrDefault(MODE_VARIABLE, "").equalsIgnoreCase("fork")) {
      throw new NotForSlot(Reason.OPTED_OUT, MODE_VARIABLE + "=fork");
    }
    String runtime = asked.getOrDefault(RUNTIME_VARIABLE, "");
    if (!STOCK_RUNTIMES.contains(runtime)) {
      throw new NotForSlot(Reason.DOCKER, RUNTIME_VARIABLE + "=" + runtime);
    }
    if (!node.obstacle().isEmpty()) {
      throw new NotForSlot(Reason.NODE_SETTING, node.obstacle());
    }
  }

  /** What the environment says once it is expanded. */
  static void requireSameProcess(Node node, Map<String, String> environment) throws NotForSlot {
    for (String name : OPTION_VARIABLES) {
      if (!environment.getOrDefault(name, "").isEmpty()) {
        throw new NotForSlot(Reason.JVM_FLAG, name + " is set");
      }
    }
    for (String name : PROCESS_VARIABLES) {
      String wanted = environment.get(name);
      if (wanted != null && !Objects.equals(wanted, node.environment().get(name))) {
        throw new NotForSlot(
            Reason.PROCESS_ENVIRONMENT, name + " differs from the NodeManager's own");
      }
    }
  }

  /**
   * The container's java must be the slots'.
   *
   * @param program canonical path of the container's java
   * @param poolProgram canonical path of the slots' java
   */
  static void requireSameJava(String program, String poolProgram) throws NotForSlot {
    if (!program.equals(poolProgram)) {
      throw new NotForSlot(
          Reason.JAVA_HOME, "container wants " + program + ", the slots run " + poolProgram);
    }
  }

  /**
   * The largest slot must be large enough.
   *
   * @param heapMb heap asked for, MiB
   * @param largestHeapMb heap of the largest slots, MiB
   */
  static void requireFits(int heapMb, int largestHeapMb) throws NotForSlot {
    if (heapMb > largestHeapMb) {
      throw new NotForSlot(
          Reason.HEAP_TOO_LARGE,
          heapMb + " MiB asked, the largest slot has " + largestHeapMb + " MiB");
    }
  }
}
