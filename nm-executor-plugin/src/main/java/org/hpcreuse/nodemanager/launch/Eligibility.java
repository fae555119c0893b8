/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;

/** May this container run in a slot? Pure: it looks at nothing but its arguments. */
public final class Eligibility {
  /** {@code fork}: never in a slot; {@code mpi}: only in a slot with MPI, never forked. */
  static final String MODE_VARIABLE = "HPC_REUSE_MODE";

  private static final String RUNTIME_VARIABLE = "YARN_CONTAINER_RUNTIME_TYPE";
  private static final List<String> STOCK_RUNTIMES = List.of("", "default");

  private Eligibility() {}

  /**
   * What the node is like.
   *
   * @param user user the NodeManager and the slots run as
   * @param environment the NodeManager's environment; the pool is started from the same
   * @param obstacle a setting that only forked containers can honour; empty when there is none
   */
  public record Node(String user, Map<String, String> environment, String obstacle) {}

  /** A container of another user is refused, never forked. */
  static void requireOwnUser(Node node, String user) throws NotEligibleException {
    if (!node.user().equals(user)) {
      throw new NotEligibleException(
          FallbackReason.WRONG_USER,
          "container of user "
              + user
              + ", but this NodeManager and its slots run as "
              + node.user());
    }
  }

  /** What can be said from the environment as the container asked for it. */
  static void requireWanted(Node node, Map<String, String> asked) throws NotEligibleException {
    if (mode(asked).equals("fork")) {
      throw new NotEligibleException(FallbackReason.OPTED_OUT, MODE_VARIABLE + "=fork");
    }
    String runtime = asked.getOrDefault(RUNTIME_VARIABLE, "");
    if (!STOCK_RUNTIMES.contains(runtime)) {
      throw new NotEligibleException(FallbackReason.DOCKER, RUNTIME_VARIABLE + "=" + runtime);
    }
    if (!node.obstacle().isEmpty()) {
      throw new NotEligibleException(FallbackReason.NODE_SETTING, node.obstacle());
    }
  }

  /** Whether the container is of use only in a slot with MPI. */
  static boolean needsMpi(Map<String, String> asked) {
    return mode(asked).equals("mpi");
  }

  private static String mode(Map<String, String> asked) {
    return asked.getOrDefault(MODE_VARIABLE, "").toLowerCase(Locale.ROOT);
  }

  /**
   * The container's java must be the slots'.
   *
   * @param program canonical path of the container's java
   * @param poolProgram canonical path of the slots' java
   */
  static void requireSameJava(String program, String poolProgram) throws NotEligibleException {
    if (!program.equals(poolProgram)) {
      throw new NotEligibleException(
          FallbackReason.JAVA_HOME,
          "container wants " + program + ", the slots run " + poolProgram);
    }
  }

  /**
   * The largest slot must be large enough.
   *
   * @param heapMb heap asked for, MiB
   * @param largestHeapMb heap of the largest slots, MiB
   */
  static void requireFits(int heapMb, int largestHeapMb) throws NotEligibleException {
    if (heapMb > largestHeapMb) {
      throw new NotEligibleException(
          FallbackReason.HEAP_TOO_LARGE,
          heapMb + " MiB asked, the largest slot has " + largestHeapMb + " MiB");
    }
  }
}
